import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { delivery } from '../../testing/records.ts'
import { now, openModal } from '../testing.tsx'
import SendMessage from './message.tsx'
import ResendEmail from './resend-email.tsx'
import SendSms from './sms.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const failing = (call: string) => ({
  [call]: () => {
    throw new CallFailed('no', 500)
  },
})

describe('the send-message modal', () => {
  const answers = { 'POST /messages/:sd/': { message: { id: 1, at: now, message: 'At the second door' } } }

  it('requires a text, counts down from 256 characters and refuses more (B-101)', async () => {
    const { dialog, type, submit, errors, sent } = await openModal(SendMessage, { answers })
    expect(within(dialog).getByText('256 characters left')).toBeTruthy()
    submit()
    await waitFor(() => expect(errors()).toEqual(['Write a message']))
    type('Message', 'a'.repeat(250))
    expect(within(dialog).getByText('6 characters left')).toBeTruthy()
    type('Message', 'a'.repeat(257))
    await waitFor(() => expect(errors()).toEqual(['Use 256 characters or fewer']))
    expect(sent).toEqual([])
  })

  it.each([
    ['everyone', '50,60,70,80,90'],
    ['passenger', '50,80'],
    ['staff', '80,90'],
  ])('sends a message for %s to readers %s (O2-48, B-235)', async (who, readers) => {
    const { type, submit, isSent, sent, told, closed } = await openModal(SendMessage, { answers })
    type('Send to', who)
    type('Message', ' At the second door ')
    submit()
    await isSent()
    expect(sent[0]?.body).toEqual({
      message: 'At the second door',
      readers,
      idService: 4711,
      sender: 80,
      type: 22,
      status: 0,
      code: 175,
    })
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(told()).toEqual(['Message sent'])
  })
})

describe('the SMS modal', () => {
  const answers = { 'POST /services/:sd/:id/sendSmsCustomer': { delivery } }
  const assigned = {
    status: 20,
    statusDispatch: 2000,
    supplierTaxiDescription: '4821-KLM',
    phoneNumberSupplier: '600000002',
  }

  it('fills in a template in the chosen language and counts the SMS it takes', async () => {
    const { dialog, type } = await openModal(SendSms, { answers, booking: assigned })
    const text = () => within(dialog).getByLabelText<HTMLTextAreaElement>('Message').value
    expect(within(dialog).getByLabelText<HTMLSelectElement>('Template').value).toBe('confirmation')
    type('Language', 'en')
    expect(text()).toMatch(/^Pickup confirmed\. 4821-KLM\. 15\/11\/2026 10:00/)
    type('Template', 'waiting')
    expect(text()).toMatch(/^Your taxi is waiting for you\. 4821-KLM/)
    type('Message', 'a'.repeat(161))
    expect(within(dialog).getByText(/^2 SMS · 145 left in the last one/)).toBeTruthy()
    type('Message', 'Está en camino')
    type('Language', 'es')
    expect(text()).toBe('Está en camino')
    expect(within(dialog).getByText(/^1 SMS · 56 left in the last one · accents make it longer/)).toBeTruthy()
  })

  it('sends nothing without a text (B-105, L-236)', async () => {
    const { type, submit, errors, sent } = await openModal(SendSms, { answers })
    type('Message', '   ')
    submit()
    await waitFor(() => expect(errors()).toEqual(['Write a message']))
    expect(sent).toEqual([])
  })

  it.each([
    ['confirmed with its taxi', assigned, /^Recogida confirmada\. 4821-KLM\. .*Tel\. conductor: 600000002$/],
    ['confirmed without', { ...assigned, statusDispatch: 2500 }, /^$/],
    ['requested', { ...assigned, status: 10 }, /^$/],
  ])('chooses the prefilled text for a booking that is %s (B-106, L-236)', async (_, change, text) => {
    const { dialog } = await openModal(SendSms, { answers, booking: change })
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Message').value).toMatch(text)
  })

  it('confirms that the SMS was sent (B-230)', async () => {
    const { submit, isSent, sent, told, details, closed } = await openModal(SendSms, { answers, booking: assigned })
    submit()
    await isSent()
    expect(sent[0]?.body).toEqual({ text: expect.stringMatching(/^Recogida confirmada/) })
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(told()).toEqual(['SMS sent ok'])
    expect(details()).toEqual(['María Soto · 600000001'])
  })

  it('logs a failure, closes without a result and says that nothing was sent (B-230, L-263, O2-49, O3-57)', async () => {
    const { submit, told, closed } = await openModal(SendSms, {
      answers: failing('POST /services/:sd/:id/sendSmsCustomer'),
      booking: assigned,
    })
    submit()
    await waitFor(() => expect(closed).toHaveBeenCalledWith(undefined))
    expect(console.error).toHaveBeenCalled()
    expect(told()).toEqual(['SMS not sent'])
  })

  it('keeps the text when a quota is used up, and says when sending is possible again', async () => {
    const message = 'You have reached your limit of 2 SMS a day. You can send more from 16/11/2026 00:00.'
    const { dialog, type, submit, closed } = await openModal(SendSms, {
      answers: {
        'POST /services/:sd/:id/sendSmsCustomer': () => {
          throw new CallFailed(message, 429, { problem: 'problems.smsQuotaUser' })
        },
      },
      booking: assigned,
    })
    type('Message', 'Está en camino')
    submit()
    await waitFor(() => expect(within(dialog).getByText(message)).toBeTruthy())
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Está en camino')
    expect(closed).not.toHaveBeenCalled()
  })
})

it.each([
  ['sent', { 'POST /services/:sd/:id/resendEmailPassenger': null }, 'Email successfully sent to maria@example.com'],
  ['failed', failing('POST /services/:sd/:id/resendEmailPassenger'), 'Error sending the email to maria@example.com'],
])('asks before resending the passenger’s e-mail and reports the outcome: %s', async (_, answers, text) => {
  const { dialog, submit, told } = await openModal(ResendEmail, {
    answers,
    booking: { emailPassenger: 'maria@example.com' },
  })
  expect(within(dialog).getByText(/current booking details to maria@example.com/)).toBeTruthy()
  submit()
  await waitFor(() => expect([...told(), screen.queryByText(text)?.textContent]).toContain(text))
})
