import type { ReactNode } from 'react'
import classes from './form.module.css'

/** A message to read before going on. Screen readers announce it. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <div role="status" className={classes.notice}>
    {children}
  </div>
)
