import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it } from 'vitest'
import english from '../../public/i18n/resources-locale_en.json'
import { LoadingModal } from './loading-modal.tsx'

const messages = i18next.createInstance()
await messages.init({ lng: 'en', resources: { en: { translation: english } } })

const show = (texts: { title?: string; message?: string }) =>
  render(
    <I18nextProvider i18n={messages}>
      <MantineProvider env="test">
        <LoadingModal opened {...texts} />
      </MantineProvider>
    </I18nextProvider>,
  )

afterEach(cleanup)

it('shows ‘Doing something’ and ‘Please be patient’ by default (L-013)', () => {
  show({})
  expect(screen.getByText('Doing something')).toBeTruthy()
  expect(screen.getByText('Please be patient')).toBeTruthy()
  cleanup()
  show({ title: 'Exporting', message: 'Nearly there' })
  expect(screen.getByText('Exporting')).toBeTruthy()
  expect(screen.getByText('Nearly there')).toBeTruthy()
})
