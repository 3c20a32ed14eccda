import { type Access, type Grants, mayAccess } from '@parada/domain/access/permissions'

export type Visit = {
  isSignedIn: boolean
  grants: Grants | undefined
  /** What every matched route declares; all of them must agree. */
  access: readonly Access[]
  target: string
  /** The page that stands on the screen, if any. */
  previous: string | undefined
}

export type Decision = 'allow' | { signIn: true } | { to: string }

export const home = '/dashboard'

/** The one permission guard's answer (P-024, P-025, P-027, O1-18). */
export const decide = ({ isSignedIn, grants, access, target, previous }: Visit): Decision => {
  if (!isSignedIn) return { signIn: true }
  if (!grants) {
    console.warn('There is no permission list: access is denied')
    // Every guarded page would be denied alike, the previous one included.
    return { signIn: true }
  }
  if (access.every((declared) => mayAccess(grants, declared))) return 'allow'
  return { to: previous !== undefined && previous !== target && !isBare(previous) ? previous : home }
}

/** Pages without a shell: open to all, and nothing to go back to. */
export const isBare = (path: string) => path.startsWith('/pages/')

/** Only paths of this application: a link must not be able to send a person elsewhere after sign-in. */
export const safeTarget = (path: unknown) =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !isBare(path) ? path : home
