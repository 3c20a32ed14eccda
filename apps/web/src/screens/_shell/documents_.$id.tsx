import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect, useParams } from '@tanstack/react-router'
import { DocumentReview } from '../../documents/document-review.tsx'

const Screen = () => {
  const { id } = useParams({ strict: false })
  return <DocumentReview id={Number(id)} />
}

/**
 * A page of its own instead of a modal over the list, since a review needs the whole screen. The URL keeps the list's
 * filters.
 */
export const Route = createFileRoute('/_shell/documents_/$id')({
  staticData: { access: anyOf('viewDocumentsByWhiteLabel'), title: 'screens.documents' },
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/documents', replace: true })
  },
  component: Screen,
})
