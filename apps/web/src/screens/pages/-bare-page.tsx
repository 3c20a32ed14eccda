import type { ReactNode } from 'react'
import { LanguageSwitch } from '../../session/language-switch.tsx'
import { useTenantLogo, useTenantName } from '../../session/use-tenant.ts'
import classes from './-bare-page.module.css'

/** The frame of the pages without a shell (P-077). */
export const BarePage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={classes.page}>
    <div className={classes.language}>
      <LanguageSwitch />
    </div>
    <div className={classes.middle}>
      <Brand />
      <section className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </section>
    </div>
  </main>
)

const Brand = () => (
  <div className={classes.brand}>
    <img className={classes.logo} src={useTenantLogo()} alt="" width="44" height="44" />
    <span className={classes.name}>{useTenantName()}</span>
  </div>
)
