import { createFileRoute } from '@tanstack/react-router'
import { FailedPage } from './-failed-page.tsx'

export const Route = createFileRoute('/pages/500')({
  staticData: { access: 'public', title: 'failed.title' },
  component: () => <FailedPage />,
})
