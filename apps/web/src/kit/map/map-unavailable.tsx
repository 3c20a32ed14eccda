import { useTranslation } from 'react-i18next'
import classes from './map.module.css'

/** Shown if the library did not load or the machine cannot draw a map. */
export const MapUnavailable = () => <p className={classes.notice}>{useTranslation().t('map.unavailable')}</p>
