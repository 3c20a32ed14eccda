import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** Shows the title of an entry beside the folded menu. */
const FoldedTitle = ({ title, children }: { title: string; children: ReactElement }) => (
  <Tooltip label={title} position="right">
    {children}
  </Tooltip>
)

export default FoldedTitle
