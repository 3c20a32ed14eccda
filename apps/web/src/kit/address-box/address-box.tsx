import { TextInput } from '@mantine/core'
import { shownSuggestion } from '@parada/domain/places/address-search'
import type { Suggestion } from '@parada/domain/places/suggestions'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './address-box.module.css'
import { highlightIn, keyOf, textOf } from './suggestions.ts'
import { type Search, useSearch } from './use-search.ts'

type Props = {
  label: string
  /** The place as far as it is known: its text stands in the box. */
  value: { addressField?: string | null } | null
  onType: (text: string) => void
  onChoose: (suggestion: Suggestion) => void
  search: Search
  /** Offered in an empty box before anything is typed: the usual places of whoever is on the line. */
  offered?: readonly Suggestion[]
  /** The key that leads here, shown where it acts. */
  shortcutHint?: string
  placeholder?: string
  error?: string
  minCharacters?: number
  autoFocus?: boolean
  isRequired?: boolean
  inputRef?: Ref<HTMLInputElement>
}

const none: readonly Suggestion[] = []

/** A combobox for places (WAI-ARIA 1.2, list autocomplete with the first suggestion ready to be taken). */
export const AddressBox = (props: Props) => {
  const { label, value, onType, onChoose, search, offered = none, shortcutHint, placeholder, error } = props
  const { minCharacters = 3, autoFocus, isRequired, inputRef } = props
  const { t } = useTranslation()
  const id = useId()
  const text = value?.addressField ?? ''
  const { found, isSearching, look, forget } = useSearch(search, minCharacters)
  const [isOpen, setOpen] = useState(false)
  const [walked, setWalked] = useState<Suggestion>()
  /** Enter came before the suggestions did: the first of them is meant. */
  const [takesFirst, setTakesFirst] = useState(false)
  const list = useRef<HTMLDivElement>(null)

  const items = found.text === undefined && text.trim() === '' ? offered : found.items
  const active = highlightIn(items, walked)
  const isShown = isOpen && items.length > 0

  const choose = (suggestion: Suggestion) => {
    forget()
    setOpen(false)
    setWalked(undefined)
    setTakesFirst(false)
    onChoose(suggestion)
  }

  useEffect(() => {
    if (!takesFirst || isSearching) return
    setTakesFirst(false)
    const [first] = found.items
    if (first && !found.hasFailed) choose(first)
  })

  useEffect(() => {
    if (isShown) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [isShown, active])

  const walk = (step: 1 | -1) => {
    if (!isShown) return setOpen(true)
    setWalked(items[(active + step + items.length) % items.length])
  }

  /** Whether the key took a suggestion, or will as soon as there is one. */
  const take = () => {
    if (isSearching && !walked) {
      setTakesFirst(true)
      return true
    }
    const suggestion = isShown ? items[active] : undefined
    if (suggestion) choose(suggestion)
    return suggestion !== undefined
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      walk(key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'Enter') {
      if (take()) event.preventDefault()
    } else if (key === 'Tab' && !event.shiftKey) {
      // An untouched offer is no choice: whoever tabs through an empty box leaves it empty.
      if (text.trim() !== '' || walked) take()
    } else if (key === 'Escape' && isShown) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }

  const told = error ?? (found.hasFailed ? `${t('places.failed')}\n${t('places.failedDetail')}` : undefined)

  return (
    <div className={classes.box}>
      <TextInput
        ref={inputRef}
        id={`${id}-input`}
        size="sm"
        label={label}
        value={text}
        error={told}
        errorProps={{ role: 'alert' }}
        required={isRequired}
        placeholder={placeholder}
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        aria-busy={isSearching || undefined}
        aria-keyshortcuts={shortcutHint?.replaceAll(' ', '+')}
        rightSection={shortcutHint ? <kbd className={classes.key}>{shortcutHint}</kbd> : undefined}
        rightSectionWidth={shortcutHint ? 'auto' : undefined}
        rightSectionPointerEvents="none"
        onChange={(event) => {
          setWalked(undefined)
          setTakesFirst(false)
          setOpen(true)
          onType(event.target.value)
          look(event.target.value)
        }}
        onFocus={() => setOpen(text.trim() === '')}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={classes.list}>
          {items.map((suggestion, index) => {
            const whole = textOf(suggestion)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box, which keeps the focus
              // biome-ignore lint/a11y/useFocusableInteractive: an option is active, never focused
              <div
                key={keyOf(suggestion)}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                title={whole}
                className={classes.option}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(suggestion)}
              >
                <span aria-hidden="true">{index === active && walked ? whole : shownSuggestion(whole)}</span>
                {suggestion.isPoi && (
                  <b aria-hidden="true" className={classes.mark}>
                    {t('places.poi')}
                  </b>
                )}
                <span className={classes.spoken}>{suggestion.isPoi ? `${whole}, ${t('places.poi')}` : whole}</span>
              </div>
            )
          })}
        </div>
      )}
      <output className={classes.spoken}>
        {isOpen && !isSearching && found.text !== undefined ? t('places.count', { count: items.length }) : ''}
      </output>
    </div>
  )
}
