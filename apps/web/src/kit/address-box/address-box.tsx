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
  /** The place as far as it is known. Its text is shown in the box. */
  value: { addressField?: string | null } | null
  onType: (text: string) => void
  onChoose: (suggestion: Suggestion) => void
  /** The box was left, or Enter pressed, with a text that matches no suggestion. */
  onUnmatched?: () => void
  search: Search
  /** The caller's usual places, offered in an empty box before anything is typed. */
  offered?: readonly Suggestion[]
  /** The shortcut that leads to this box, shown inside it. */
  shortcutHint?: string
  placeholder?: string
  error?: string
  minCharacters?: number
  autoFocus?: boolean
  isRequired?: boolean
  inputRef?: Ref<HTMLInputElement>
}

const none: readonly Suggestion[] = []

/**
 * A combobox for places (WAI-ARIA 1.2, list autocomplete). Only a suggestion that matches the typed text is
 * preselected.
 */
export const AddressBox = (props: Props) => {
  const {
    label,
    value,
    onType,
    onChoose,
    onUnmatched,
    search,
    offered = none,
    shortcutHint,
    placeholder,
    error,
  } = props
  const { minCharacters = 3, autoFocus, isRequired, inputRef } = props
  const { t } = useTranslation()
  const id = useId()
  const text = value?.addressField ?? ''
  const { found, isSearching, look, forget } = useSearch(search, minCharacters)
  const [isOpen, setOpen] = useState(false)
  const [walked, setWalked] = useState<Suggestion>()
  /** Enter, Tab or blur came before the suggestions: the matching one is taken when they arrive. */
  const [takesTyped, setTakesTyped] = useState(false)
  /** The typed text has been neither replaced by a suggestion nor accepted as it is. */
  const isUnsettled = useRef(false)
  const list = useRef<HTMLDivElement>(null)

  const items = found.text === undefined && text.trim() === '' ? offered : found.items
  const active = highlightIn(items, walked, text)
  const isShown = isOpen && items.length > 0
  const isAnswered = isOpen && !isSearching && found.text !== undefined && !found.hasFailed
  const notice = isAnswered && active < 0 ? t(items.length > 0 ? 'places.noExactMatch' : 'places.noMatch') : undefined

  const choose = (suggestion: Suggestion) => {
    isUnsettled.current = false
    forget()
    setOpen(false)
    setWalked(undefined)
    setTakesTyped(false)
    onChoose(suggestion)
  }

  const leaveAsTyped = () => {
    isUnsettled.current = false
    setOpen(false)
    onUnmatched?.()
  }

  useEffect(() => {
    if (!takesTyped || isSearching) return
    setTakesTyped(false)
    const meant = found.hasFailed ? undefined : found.items[active]
    if (meant) choose(meant)
    else leaveAsTyped()
  })

  useEffect(() => {
    if (isShown) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [isShown, active])

  const walk = (step: 1 | -1) => {
    if (!isShown) return setOpen(true)
    setWalked(items[(active < 0 && step < 0 ? items.length - 1 : active + step + items.length) % items.length])
  }

  /**
   * Takes the highlighted suggestion or accepts the text as typed. True if either happened, or will once suggestions
   * arrive.
   */
  const take = () => {
    if (isSearching && !walked) {
      setTakesTyped(true)
      return true
    }
    const suggestion = isShown ? items[active] : undefined
    const isLeft = !suggestion && isUnsettled.current
    if (suggestion) choose(suggestion)
    else if (isLeft) leaveAsTyped()
    return suggestion !== undefined || isLeft
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
      // Tabbing through an empty box must not take one of the offered places.
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
          setTakesTyped(false)
          setOpen(true)
          isUnsettled.current = event.target.value.trim() !== ''
          onType(event.target.value)
          look(event.target.value)
        }}
        onFocus={() => setOpen(text.trim() === '')}
        onClick={() => setOpen(true)}
        onBlur={() => {
          if (isUnsettled.current) take()
          setOpen(false)
        }}
        onKeyDown={onKeyDown}
      />
      {notice && !isShown && <p className={classes.notice}>{notice}</p>}
      {isShown && (
        <div className={classes.panel}>
          {notice && <p className={classes.hint}>{notice}</p>}
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
        </div>
      )}
      <output className={classes.spoken}>
        {isAnswered ? [t('places.count', { count: items.length }), notice].filter(Boolean).join('. ') : ''}
      </output>
    </div>
  )
}
