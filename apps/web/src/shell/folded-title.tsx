import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** A folded menu's entry says its name beside itself. */
const FoldedTitle = ({ title, children }: { title: string; children: ReactElement }) => (
  <Tooltip label={title} position="right">
    {children}
  </Tooltip>
)

export default FoldedTitle
