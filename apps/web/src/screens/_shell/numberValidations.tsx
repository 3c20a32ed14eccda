import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { numberValidationList } from './numberValidations/-number-validation-list.ts'

const List = numberValidationList.component

const Screen = () => <List />

export const Route = createFileRoute('/_shell/numberValidations')({
  staticData: {
    access: anyOf('viewUserByWhitelabel'),
    title: 'screens.numberValidations',
    menu: { group: 'settings', order: 30, icon: 'validations' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})
