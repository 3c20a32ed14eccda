import { Fragment, type ReactNode } from 'react'
import classes from './tickets.module.css'

export type Fact = [label: string, value: ReactNode]

/** Labelled values, without the empty ones. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
)
