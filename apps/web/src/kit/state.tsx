import type { StateColor } from '@parada/domain/code-colors'
import type { ReactNode } from 'react'
import classes from './state.module.css'

/** The state of a record: a word behind a dot in its colour. */
export const State = ({ color, children }: { color: StateColor; children: ReactNode }) => (
  <span className={classes.state} data-state={color}>
    {children}
  </span>
)
