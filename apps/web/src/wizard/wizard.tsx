import { defined } from '@parada/domain/objects'
import type { CustomerKind, WizardVariant } from '@parada/domain/wizard/draft'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { failedToast } from '../kit/failed-toast.ts'
import { useSessionState } from '../session/use-session.ts'
import { readCopyText } from './copy-text.ts'
import { DraftEditor } from './draft-editor.tsx'
import { draftStoreOf } from './draft-store.ts'
import { pathOf } from './paths.ts'

type WizardProps = {
  variant: WizardVariant
  kind: CustomerKind
  phoneNumber?: string | undefined
  phoneNumberDialed?: string | undefined
  subscriberCode?: string | undefined
  userNumber?: string | undefined
  /** A copy of an earlier booking to start from. */
  data?: string | undefined
}

/** The booking wizard in all its variants; opens the draft that belongs to its URL. */
export const BookingWizard = ({ data, ...given }: WizardProps) => {
  const { t } = useTranslation()
  const store = draftStoreOf(useSessionState((state) => state.token))
  const { open, active, closed } = useSyncExternalStore(store.subscribe, store.get)
  const path = pathOf({ ...given, data })
  const { variant, kind, ...named } = given

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says all of it
  useLayoutEffect(() => {
    const copy = data === undefined ? {} : readCopyText(data)
    const seed = () => {
      if (!copy) failedToast(t('wizard.copyUnreadable'), undefined, { color: 'yellow' })
      return { ...copy, ...defined(named), variant, kind }
    }
    store.openAt(path, seed)
    return () => store.leave(path)
  }, [store, path])

  const one = open.find(({ draft }) => draft.key === active)
  return one && one.draft.variant === variant ? (
    <DraftEditor key={one.draft.key} store={store} open={open} closed={closed.at(-1)} draft={one.draft} />
  ) : null
}
