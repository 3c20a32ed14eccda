import i18next from 'i18next'

/**
 * Props of a toast's close button: its accessible name, and a mark that keeps its click from doing what a click on the
 * toast does.
 */
export const closing = () => ({ 'aria-label': i18next.t('common.close'), 'data-close': true })
