import { useTranslation } from 'react-i18next'
import classes from './map.module.css'

/** Where the library did not load, or the machine cannot draw. */
export const MapUnavailable = () => <p className={classes.notice}>{useTranslation().t('map.unavailable')}</p>
