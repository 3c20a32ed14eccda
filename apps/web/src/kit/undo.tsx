import { Kbd, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { constants } from '@parada/domain/constants'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { type CallFailed, toFailure } from './client.ts'
import { failedToast } from './failed-toast.ts'
import { toast } from './toast.tsx'
import { closing } from './toast-closing.ts'
import { toastPriority } from './toast-priority.ts'
import classes from './undo.module.css'

type UndoOffer = {
  /** What was done and, in `detail`, to what. */
  message: string
  detail?: string | undefined
  /** When the action was sent. The time to undo runs from there, as it does on the server. */
  since: number
  undo: () => Promise<unknown>
  onUndone?: (() => void) | undefined
  onFailed?: ((failure: CallFailed) => void) | undefined
}

/** A shorter offer would be of no use. */
const shortestMs = 500

/** The actions that can still be undone, newest last. */
let standing: { id: string; take: () => void; forget: () => void }[] = []
let typedIn = new WeakSet<EventTarget>()
let count = 0

const withoutText = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/

/** The browser undoes text that is being typed. An empty box that nobody typed in has nothing to undo. */
const hasOwnUndo = (target: EventTarget | null) => {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  const isText =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !withoutText.test(target.type))
  return isText && !target.readOnly && (target.value !== '' || typedIn.has(target))
}

const onKey = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, target } = event
  if (event.defaultPrevented || repeat || altKey || shiftKey || !(ctrlKey || metaKey)) return
  const newest = standing.at(-1)
  if (key.toLowerCase() !== 'z' || !newest || hasOwnUndo(target)) return
  event.preventDefault()
  newest.take()
}

const onInput = ({ target }: Event) => {
  if (target) typedIn.add(target)
}

/** Listens for keys only while there is something to undo. */
const listen = () => {
  const isNeeded = standing.length > 0
  const set = isNeeded ? document.addEventListener : document.removeEventListener
  set.call(document, 'keydown', onKey as EventListener)
  set.call(document, 'input', onInput)
  if (!isNeeded) typedIn = new WeakSet()
}

/** Withdraws all offers, so that the next user cannot undo somebody else's action. */
export const forgetUndos = () => {
  for (const { forget } of standing) forget()
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

type MessageProps = { text: string; detail: string | undefined; leftMs: number; onUndo: () => void }

/** What was done, the undo button, and the time left. */
const UndoMessage = ({ text, detail, leftMs, onUndo }: MessageProps) => {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.undo}>
        <div>
          <span className={detail && classes.title}>{text}</span>
          {detail && <span className={classes.detail}>{detail}</span>}
        </div>
        <UnstyledButton className={classes.button} onClick={onUndo} aria-keyshortcuts="Control+Z Meta+Z">
          {t('undo.do')} <Kbd size="xs">{isApple() ? '⌘ Z' : 'Ctrl Z'}</Kbd>
        </UnstyledButton>
      </div>
      <div className={classes.left} style={{ animationDuration: `${leftMs}ms` }} aria-hidden="true" />
    </>
  )
}

/** Why the undo failed. */
const wordsOf = ({ status, message, meta }: CallFailed) => {
  if (status === 0) return i18next.t('undo.offline')
  if (status !== 409) return i18next.t('undo.failed', { message })
  const who = [...new Set(meta?.conflict?.changes.map((change) => change.who))].join(', ')
  return who === '' ? i18next.t('undo.left') : i18next.t('undo.changed', { who })
}

/**
 * Says that something was done, and offers to undo it until it is sent out. Returns a function that withdraws the
 * offer.
 */
export const undoToast = ({ message, detail, since, undo, onUndone, onFailed }: UndoOffer): (() => void) => {
  const leftMs = since + constants.undoMs - Date.now()
  if (leftMs < shortestMs) {
    toast(message, detail)
    return () => {}
  }
  const id = `undo-${++count}`

  const forget = () => {
    clearTimeout(timer)
    standing = standing.filter((one) => one.id !== id)
    listen()
    notifications.hide(id)
  }
  // Not the toast's own timer, which pauses while the mouse is over it.
  const timer = setTimeout(forget, leftMs)
  const take = async () => {
    if (!standing.some((one) => one.id === id)) return
    forget()
    try {
      await undo()
    } catch (cause) {
      const failure = toFailure(cause)
      onFailed?.(failure)
      failedToast(wordsOf(failure))
      return
    }
    toast(i18next.t('undo.done'))
    onUndone?.()
  }

  standing = [...standing, { id, take, forget }]
  listen()
  notifications.show({
    id,
    message: <UndoMessage text={message} detail={detail} leftMs={leftMs} onUndo={take} />,
    color: 'green',
    role: 'status',
    autoClose: false,
    // On top of all others: it never waits behind them, and does not move under the pointer when one of them
    // disappears.
    priority: toastPriority.undo,
    closeButtonProps: closing(),
  })
  return forget
}
