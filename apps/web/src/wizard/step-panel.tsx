import { Kbd, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './wizard.module.css'
import { useWizard } from './wizard-context.ts'

type Props = { step: 1 | 2 | 3; isDone: boolean; summary: ReactNode; children: ReactNode }

/** A step: open and wide while it is active, otherwise a summary that one key reopens. */
export const StepPanel = ({ step, isDone, summary, children }: Props) => {
  const { t } = useTranslation()
  const { draft, goTo } = useWizard()
  const isOpen = draft.step === step
  // In step 1, Alt with a digit repeats one of the last rides.
  const hasKey = !isOpen && draft.step > 1
  const title = t(`wizard.steps.${step}`)
  return (
    <section className={classes.panel} data-open={isOpen} data-step={step} aria-label={`${step} ${title}`}>
      <h2 className={classes.panelTitle}>
        <UnstyledButton
          className={classes.panelButton}
          aria-expanded={isOpen}
          aria-keyshortcuts={hasKey ? `Alt+${step}` : undefined}
          onClick={() => goTo(step)}
        >
          <span className={classes.number}>{step}</span>
          <span className={classes.panelName}>{title}</span>
          {isDone && (
            <span className={classes.done}>
              <IconCheck size={15} aria-hidden="true" />
              <span className={classes.spoken}>{t('wizard.done')}</span>
            </span>
          )}
          {hasKey && (
            <Kbd size="xs" className={classes.right}>
              Alt {step}
            </Kbd>
          )}
        </UnstyledButton>
      </h2>
      {isOpen ? children : <div className={classes.closed}>{summary}</div>}
    </section>
  )
}
