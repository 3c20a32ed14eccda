import { type Access, type Grants, mayAccess } from '@parada/domain/access/permissions'

export type Visit = {
  isSignedIn: boolean
  grants: Grants | undefined
  /** The access that each matched route declares; all of them must allow the visit. */
  access: readonly Access[]
  target: string
  /** The page on the screen, if any. */
  previous: string | undefined
}

export type Decision = 'allow' | { signIn: true } | { to: string }

export const home = '/dashboard'

/** The decision of the single permission guard (P-024, P-025, P-027, O1-18). */
export const decide = ({ isSignedIn, grants, access, target, previous }: Visit): Decision => {
  if (!isSignedIn) return { signIn: true }
  if (!grants) {
    console.warn('There is no permission list: access is denied')
    // Every guarded page would be denied as well, including the previous one.
    return { signIn: true }
  }
  if (access.every((declared) => mayAccess(grants, declared))) return 'allow'
  return { to: previous !== undefined && previous !== target && !isBare(previous) ? previous : home }
}

/** Pages outside the shell: open to everyone, and never a page to go back to. */
export const isBare = (path: string) => path.startsWith('/pages/')

/** Allows only paths of this application, so that a link cannot send the user elsewhere after sign-in. */
export const safeTarget = (path: unknown) =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !isBare(path) ? path : home
