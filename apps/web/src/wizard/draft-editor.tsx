import { isPlaceComplete } from '@parada/domain/booking/places'
import type { Draft } from '@parada/domain/wizard/draft'
import { stepsDone } from '@parada/domain/wizard/reduce-draft'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closest } from '../kit/closest.ts'
import { lazy } from '../kit/lazy.ts'
import { useSessionState } from '../session/use-session.ts'
import { CustomerStep } from './customer/customer-step.tsx'
import { useWarnings } from './customer/warnings.tsx'
import { type DraftStore, isUntouched, type OpenDraft } from './draft-store.ts'
import { DraftTabs, Unfinished } from './draft-tabs.tsx'
import { FleetStep } from './fleet/fleet-step.tsx'
import { StepThreeProvider } from './fleet/step-three.ts'
import { useStepThreeLoads } from './fleet/use-step-three.ts'
import { Lookup, type Wish } from './lookup.tsx'
import { pathOf } from './paths.ts'
import { Questions } from './questions.tsx'
import { RouteStep } from './route/route-step.tsx'
import { StepPanel } from './step-panel.tsx'
import { CustomerSummary, RouteSummary } from './summaries.tsx'
import { useMayChooseKind } from './use-may-choose-kind.ts'
import { useWizardKeys } from './use-wizard-keys.ts'
import { useWizardState } from './use-wizard-state.ts'
import classes from './wizard.module.css'
import { WizardProvider } from './wizard-context.ts'

const ShortcutsModal = lazy(() => import('./shortcuts-modal.tsx'))

/** The field that gets the cursor when a step opens: the first one still to be filled in. */
const firstField = (draft: Draft) => {
  if (draft.step === 1) return draft.kind === 'caller' ? 'phoneNumber' : 'subscriberCode'
  if (draft.step === 3) return draft.passengerName.trim() ? 'idFleet' : 'passengerName'
  if (!isPlaceComplete(draft.origin)) return 'origin'
  return isPlaceComplete(draft.destination) ? 'when' : 'destination'
}

type Props = { store: DraftStore; open: readonly OpenDraft[]; closed: OpenDraft | undefined; draft: Draft }

/** One draft, with its three steps side by side and their keyboard shortcuts. */
export const DraftEditor = ({ store, open, closed, draft }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const root = useRef<HTMLDivElement>(null)
  const loaded = useStepThreeLoads(draft)
  const warnings = useWarnings(draft)
  const { wizard, asking, stopAsking } = useWizardState({ draft, store, root, loaded, warnings })
  const [showsKeys, setShowsKeys] = useState(false)
  const [wish, setWish] = useState<Wish>()
  const mayChooseKind = useMayChooseKind(draft.variant)
  const mandatoryDestination = useSessionState((state) => state.whitelabelConfig?.mandatoryDestination) ?? false
  const done = stepsDone(draft, { mandatoryDestination })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor moves when a step opens, not when its fields change
  useLayoutEffect(() => {
    if (!wizard.trouble) wizard.focus(firstField(draft))
  }, [draft.step, draft.kind])

  const openDraft = ({ path, draft: { key } }: OpenDraft) => {
    store.activate(key)
    void navigate({ href: path })
  }
  const addDraft = () => {
    const { variant, kind } = draft
    const path = pathOf({ variant, kind })
    store.add(path, { variant, kind })
    void navigate({ href: path })
  }
  const closeDraft = (key: string) => {
    store.close(key)
    const left = store.get()
    const next = left.open.find((one) => one.draft.key === left.active)
    if (next) openDraft(next)
  }
  const bringBack = () => {
    const one = store.bringBack()
    if (one) void navigate({ href: one.path })
  }
  const nextDraft = () => {
    const at = open.findIndex((one) => one.draft.key === draft.key)
    const next = open[(at + 1) % open.length]
    if (next && next.draft.key !== draft.key) openDraft(next)
  }
  const isNew = isUntouched(draft, open.find((one) => one.draft.key === draft.key)?.path ?? '')
  const unfinished = isNew ? open.findLast((one) => one.draft.key !== draft.key && !one.draft.isSent) : undefined
  const press = (action: string) => root.current?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click()
  const inStep = (step: number, act: () => void) => () => {
    if (draft.step === step) act()
  }

  useWizardKeys(root, {
    repeat: inStep(1, () => setWish({ ride: 1 })),
    reverse: inStep(1, () => setWish({ ride: 1, isReversed: true })),
    figure: (figure) => {
      if (draft.step === 1) setWish({ ride: figure })
      else if (figure === 1 || figure === 2 || figure === 3) wizard.goTo(figure)
    },
    stop: inStep(2, () => {
      press('add-stop')
      wizard.focus(`stop${draft.stops.length}`)
    }),
    prices: inStep(3, () => press('prices')),
    kind: inStep(1, () => {
      if (mayChooseKind) wizard.change({ kind: draft.kind === 'caller' ? 'authorization' : 'caller', customer: null })
    }),
    draft: addDraft,
    otherDraft: nextDraft,
    bringBack,
    help: () => setShowsKeys(true),
    back: () => draft.step > 1 && wizard.goTo((draft.step - 1) as 1 | 2),
    book: () => (draft.step === 1 ? setWish('next') : wizard.book()),
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    const field = closest(event, '[data-field]')?.dataset.field
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
      return
    if (
      event.key === 'ArrowDown' &&
      draft.step === 1 &&
      target instanceof HTMLInputElement &&
      target.type !== 'radio'
    ) {
      event.preventDefault()
      wizard.focus('rides')
    }
    const isField = target instanceof HTMLInputElement && target.getAttribute('aria-expanded') !== 'true'
    if (event.key !== 'Enter' || !isField || draft.step === 3) return
    event.preventDefault()
    const then: Record<string, string> = { origin: 'destination', destination: 'when', subscriberCode: 'userNumber' }
    // The usual places may still be loading, and there is no way on without a pickup.
    if (field === 'origin' && !isPlaceComplete(draft.origin)) return
    const following = field && then[field]
    const isEmpty = field === 'subscriberCode' && draft.userNumber.trim() !== ''
    if (following && !isEmpty) wizard.focus(following)
    else if (draft.step === 1) setWish('next')
    else wizard.next()
  }

  const waits = (step: number) => <p className={classes.hint}>{t('wizard.waits', { step })}</p>
  return (
    <WizardProvider value={wizard}>
      <StepThreeProvider value={loaded}>
        <Lookup wish={wish} onGranted={() => setWish(undefined)} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter leads through the fields inside */}
        <div ref={root} className={classes.wizard} data-step={draft.step} onKeyDown={onKeyDown}>
          <DraftTabs
            open={open}
            draft={draft}
            onOpen={openDraft}
            onClose={closeDraft}
            onNew={addDraft}
            closed={closed}
            onBringBack={bringBack}
            onHelp={() => setShowsKeys(true)}
          />
          <div className={classes.notice} role="alert">
            {unfinished && <Unfinished one={unfinished} onOpen={() => openDraft(unfinished)} />}
            {wizard.isLost && <p className={classes.loud}>{t('wizard.lost')}</p>}
            {wizard.trouble?.text && <p className={classes.warning}>{wizard.trouble.text}</p>}
          </div>
          <div className={classes.steps}>
            <StepPanel step={1} isDone={done[1]} summary={<CustomerSummary />}>
              <CustomerStep mayChooseKind={mayChooseKind} />
            </StepPanel>
            <StepPanel step={2} isDone={done[2]} summary={draft.step > 2 || draft.origin ? <RouteSummary /> : waits(1)}>
              <RouteStep />
            </StepPanel>
            <StepPanel step={3} isDone={done[3]} summary={waits(2)}>
              <FleetStep />
            </StepPanel>
          </div>
        </div>
        <Questions asking={asking} warnings={warnings} onClose={stopAsking} />
        {showsKeys && (
          <Suspense>
            <ShortcutsModal onClose={() => setShowsKeys(false)} />
          </Suspense>
        )}
      </StepThreeProvider>
    </WizardProvider>
  )
}
