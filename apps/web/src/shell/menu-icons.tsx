import classes from './menu-icons.module.css'

export const MenuIcon = ({ name }: { name: string }) => (
  <span className={classes.icon} data-icon={name} aria-hidden="true" />
)
