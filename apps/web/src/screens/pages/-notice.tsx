import { useTranslation } from 'react-i18next'
import classes from './-bare-page.module.css'
import type { Notice } from './-sign-in-controller.ts'

/** Always in the page, so that screen readers announce what appears in it. */
export const NoticeLine = ({ notice }: { notice: Notice | undefined }) => {
  const { t } = useTranslation()
  return (
    <div role="status" className={classes.status}>
      {notice && (
        <p className={classes.notice} data-error={notice.isError}>
          {notice.key ? t(notice.key) : notice.text}
          {notice.detail && <small className={classes.detail}>{t(notice.detail)}</small>}
        </p>
      )}
    </div>
  )
}
