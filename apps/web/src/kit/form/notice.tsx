import type { ReactNode } from 'react'
import classes from './form.module.css'

/** Something to know before going on. Screen readers announce it. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <div role="status" className={classes.notice}>
    {children}
  </div>
)
