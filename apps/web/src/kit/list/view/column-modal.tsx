import { Button, Group, Text } from '@mantine/core'
import { chooseColumns, listDefaults, mayShowMore } from '@parada/domain/list/list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../../modal.tsx'
import type { ListDefinition } from '../declare/list-definition.ts'
import classes from './column-modal.module.css'

type Props = {
  list: ListDefinition
  visible: readonly string[]
  onChoose: (columns: readonly string[]) => void
  onClose: () => void
}

/** The visible columns in their order, then the others. */
const ordered = (keys: readonly string[], visible: readonly string[]) => [
  ...visible,
  ...keys.filter((key) => !visible.includes(key)),
]

const moved = (order: readonly string[], from: number, to: number) => {
  const next = order.toSpliced(from, 1)
  return next.toSpliced(to, 0, ...order.slice(from, from + 1))
}

/** Chooses which columns are shown and in which order; the first ones are fixed (O3-01). */
export const ColumnModal = ({ list, visible, onChoose, onClose }: Props) => {
  const { t } = useTranslation()
  const [order, setOrder] = useState(() => ordered(list.keys, visible))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(visible))
  const [dragged, setDragged] = useState<number>()
  const isFull = !mayShowMore([...ticked])

  const tick = (key: string, isOn: boolean) => {
    const next = new Set(ticked)
    if (isOn) next.add(key)
    else next.delete(key)
    setTicked(next)
  }
  const move = (from: number, to: number) => {
    if (to >= list.fixed && to < order.length) setOrder(moved(order, from, to))
  }

  const item = (key: string, at: number) => {
    const column = list.columns.find((one) => one.key === key)
    if (!column) return null
    const name = t(column.label, column.labelValues)
    const isFixed = at < list.fixed
    return (
      <li
        key={key}
        className={classes.item}
        draggable={!isFixed}
        data-dragged={dragged === at || undefined}
        onDragStart={() => setDragged(at)}
        onDragEnd={() => setDragged(undefined)}
        onDragOver={(event) => {
          event.preventDefault()
          if (dragged === undefined || dragged === at || isFixed) return
          move(dragged, at)
          setDragged(at)
        }}
      >
        <span className={classes.grip} aria-hidden="true">
          {isFixed ? '' : '⠿'}
        </span>
        <label className={classes.name}>
          <input
            type="checkbox"
            checked={ticked.has(key)}
            disabled={isFixed || (isFull && !ticked.has(key))}
            onChange={(event) => tick(key, event.target.checked)}
          />
          {name} {isFixed && <span className={classes.fixed}>{t('list.fixed')}</span>}
        </label>
        {!isFixed && (
          <>
            <button
              type="button"
              className={classes.move}
              aria-label={t('list.moveUp', { field: name })}
              disabled={at <= list.fixed}
              onClick={() => move(at, at - 1)}
            >
              ↑
            </button>
            <button
              type="button"
              className={classes.move}
              aria-label={t('list.moveDown', { field: name })}
              disabled={at === order.length - 1}
              onClick={() => move(at, at + 1)}
            >
              ↓
            </button>
          </>
        )}
      </li>
    )
  }

  return (
    <Modal opened onClose={onClose} title={t('list.columns')} size="sm">
      <Group justify="space-between" mb="xs">
        <Text size="sm" role="status">
          {t('list.columnsShown', { shown: ticked.size, max: listDefaults.maxColumns })}
          {isFull && ` · ${t('list.noMoreColumns')}`}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setOrder(ordered(list.keys, list.defaultColumns))
            setTicked(new Set(list.defaultColumns))
          }}
        >
          {t('list.defaultColumns')}
        </Button>
      </Group>
      <ul className={classes.items}>{order.map(item)}</ul>
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button variant="default" size="xs" onClick={onClose}>
          {t('common.back')}
        </Button>
        <Button
          size="xs"
          onClick={() => {
            const wished = order.filter((key) => ticked.has(key))
            onChoose(chooseColumns(list.keys, wished, { fixed: list.fixed }))
            onClose()
          }}
        >
          {t('list.apply')}
        </Button>
      </Group>
    </Modal>
  )
}
