import { createFileRoute } from '@tanstack/react-router'
import { MySettings } from './my-settings/-my-settings.tsx'

export const Route = createFileRoute('/_shell/my-settings')({
  staticData: { access: 'signedIn', title: 'screens.mySettings' },
  component: MySettings,
})
