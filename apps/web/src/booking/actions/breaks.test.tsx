import { cleanup, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { openModal } from '../testing.tsx'
import BookingBreaks from './breaks.tsx'
import FleetBreaks from './fleet-breaks.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const dependencies = [
  { value: 'Visit', dependencies: [{ idBreak: 2, visible: true, mandatory: true }] },
  { value: '$else', dependencies: [{ idBreak: 2, visible: false }] },
]
const shown = { visible: true, required: false }
const reason = { id: 1, type: 'text', label: 'Reason', value: '', valueDependencies: dependencies, ...shown }
const client = { id: 2, type: 'text', label: 'Client visited', value: '', ...shown }
const project = { id: 3, type: 'project', label: 'Works', filter: 'works', value: '', ...shown }

const answersFor = (bookingBreaks: object[]) => ({
  'GET /bookings/:sd/:id/bookingBreaks': { bookingBreaks },
  'PUT /bookings/:sd/:id/bookingBreaks': { bookingBreaks },
  'GET /projects/:sd/': { projectBeanList: [{ id: 1, keyProject: 'W-1', title: 'North bridge' }] },
})

const openBreaks = async (...breaks: object[]) => {
  const opened = await openModal(BookingBreaks, { answers: answersFor(breaks) })
  await waitFor(() => expect(opened.dialogNow().querySelector('form')).not.toBeNull())
  const find = (label: string) => within(opened.dialogNow()).queryByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
  const save = () => within(opened.dialogNow()).getByRole<HTMLButtonElement>('button', { name: /^Save/ })
  return { ...opened, find, save }
}

describe('the account fields modal', () => {
  it('saves only when it is valid and has changed (B-113, L-226)', async () => {
    const { type, save, submit, isSent, sent, told, closed } = await openBreaks({ ...reason, valueDependencies: [] })
    expect(save().disabled).toBe(true)
    type(/^Reason/, 'Meeting')
    expect(save().disabled).toBe(false)
    submit()
    await isSent()
    expect(sent[0]?.body).toEqual({ version: 3, bookingBreaks: [{ id: 1, value: 'Meeting', label: 'Reason' }] })
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(told()).toEqual(['Booking Break updated'])
  })

  it.each([true, 1])('refuses to save while a field with mandatory %s is empty (B-115)', async (mandatory) => {
    const { type, save, errors } = await openBreaks({ ...client, mandatory, value: 'Acme' })
    type(/^Client visited/, '')
    expect(save().disabled).toBe(true)
    await waitFor(() => expect(errors()).toEqual(['Fill in this field']))
  })

  it('shows and requires a field depending on the value of another, and clears it when it is hidden', async () => {
    const { type, find, save, submit, isSent, sent } = await openBreaks(reason, client)
    expect(find('Client visited')).toBeNull()
    type(/^Reason/, 'Visit')
    expect(find('Client visited')).not.toBeNull()
    expect(save().disabled).toBe(true)
    type(/^Client visited/, 'Acme')
    type(/^Reason/, 'Other')
    expect(find('Client visited')).toBeNull()
    type(/^Reason/, 'Visit')
    expect(find('Client visited')?.value).toBe('')
    type(/^Client visited/, 'Beta')
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({
      bookingBreaks: [
        { id: 1, value: 'Visit' },
        { id: 2, value: 'Beta' },
      ],
    })
  })

  const openProject = async () => {
    const opened = await openBreaks(project)
    const input = opened.dialogNow().querySelector('input[aria-haspopup="listbox"]') as HTMLInputElement
    return { ...opened, input }
  }

  it('picks the value of a project field from project suggestions (B-120)', async () => {
    const { input, submit, isSent, sent } = await openProject()
    fireEvent.click(input)
    const option = await within(document.body).findByRole('option', { name: /W-1/, hidden: true })
    expect(option.textContent).toContain('North bridge')
    option.click()
    await waitFor(() => expect(input.value).toBe('W-1 · North bridge'))
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ bookingBreaks: [{ id: 3, value: 'W-1' }] })
  })

  it('does not accept a project that was typed but not picked', async () => {
    const { input, save } = await openProject()
    fireEvent.change(input, { target: { value: 'W-1' } })
    fireEvent.blur(input)
    expect(input.value).toBe('')
    expect(save().disabled).toBe(true)
  })
})

describe('the fleet fields modal', () => {
  const rest = { break3: '', break4: '', break5: '', break6: '', break7: '', break8: '', break9: '' }
  const known = { id: 9, idBooking: 4711, break1: 'A-1', break2: '', ...rest }
  const list = (fleetBreaks: object[]) => ({ 'GET /fleetbreaks/:sd/': { fleetBreaks } })

  it('updates the booking’s existing fields (B-113, B-121)', async () => {
    const answers = { ...list([known]), 'PUT /fleetbreaks/:sd/:id': { fleetBreak: known } }
    const { dialog, type, submit, isSent, sent } = await openModal(FleetBreaks, { answers })
    expect(within(dialog).getByLabelText<HTMLInputElement>('Fleet field 1').value).toBe('A-1')
    type('Fleet field 2', 'B-2')
    submit()
    await isSent()
    expect(sent[0]?.params).toEqual({ id: 9 })
    expect(sent[0]?.body).toMatchObject({ break1: 'A-1', break2: 'B-2' })
  })

  it('creates new fields when loading fails, as for a booking without any (B-121)', async () => {
    const answers = {
      'GET /fleetbreaks/:sd/': () => {
        throw new CallFailed('no', 500)
      },
      'POST /fleetbreaks/:sd': { fleetBreak: known },
    }
    const { type, submit, isSent, sent, closed } = await openModal(FleetBreaks, { answers })
    type('Fleet field 1', 'A-1')
    submit()
    await isSent()
    expect(sent[0]?.body).toMatchObject({ idBooking: 4711, break1: 'A-1' })
    await waitFor(() => expect(closed).toHaveBeenCalledWith(known))
  })

  it('closes with an empty object when saving fails (B-121, L-267)', async () => {
    const answers = {
      ...list([known]),
      'PUT /fleetbreaks/:sd/:id': () => {
        throw new CallFailed('no', 500)
      },
    }
    const { submit, closed } = await openModal(FleetBreaks, { answers })
    submit()
    await waitFor(() => expect(closed).toHaveBeenCalledWith({}))
  })
})
