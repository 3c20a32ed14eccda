import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSessionState } from '../../session/use-session.ts'
import { useWizard } from '../wizard-context.ts'

export const FeaturesField = () => {
  const { t } = useTranslation()
  const { draft, change } = useWizard()
  const features = useSessionState((state) => state.taxiFeatures) ?? []
  const known = new Set(features.map(({ id }) => id))
  // A past ride may have had a feature that is no longer offered.
  const gone = draft.taxiFeatures.filter((id) => !known.has(id)).map((id) => ({ value: String(id), label: `#${id}` }))
  return (
    <div data-field="taxiFeatures">
      <MultiSelect
        size="sm"
        label={t('fields.taxiFeatures')}
        placeholder={draft.taxiFeatures.length > 0 ? '' : t('wizard.chooseFeatures')}
        data={[...features.map(({ id, name }) => ({ value: String(id), label: name })), ...gone]}
        value={draft.taxiFeatures.map(String)}
        onChange={(values) => change({ taxiFeatures: values.map(Number) })}
        searchable
        nothingFoundMessage={t('common.noResults')}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        maxDropdownHeight={200}
      />
    </div>
  )
}
