import { Suspense, useState } from 'react'
import { lazy } from '../kit/lazy.ts'
import { UserButton } from './user-button.tsx'

const load = () => import('./user-menu-dropdown.tsx')
const Dropdown = lazy(load)

/** The code that opens the menu is larger than the rest of the header, so it is loaded on hover, focus or click. */
export const UserMenu = () => {
  const [isAsked, setAsked] = useState(false)
  const closed = (
    <UserButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setAsked(true)}
    />
  )
  return isAsked ? (
    <Suspense fallback={closed}>
      <Dropdown />
    </Suspense>
  ) : (
    closed
  )
}
