import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../kit/client.ts'
import { openModal } from '../testing.tsx'
import PriceDetails from './price-details.tsx'
import ShowRating from './rating.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the rating modal', () => {
  const rating = { id: 8, idBooking: 4711, score: 3, toImprove: ['price'], timeUpdated: 1 }
  const answers = {
    'GET /rating/:sd/booking/:idBooking': { rating },
    'PUT /rating/:sd/:id/sendRating': { rating },
  }

  it('saves score and what to improve (B-108, L-238)', async () => {
    const { submit, isSent, sent, told, closed } = await openModal(ShowRating, { answers })
    fireEvent.click(await screen.findByLabelText('5'))
    fireEvent.click(screen.getByLabelText('Driver'))
    submit()
    await isSent()
    expect(sent[0]?.params).toEqual({ id: 8 })
    expect(sent[0]?.body).toEqual({ id: 8, score: 5, toImprove: ['price', 'driverStatus'] })
    await waitFor(() => expect(closed).toHaveBeenCalledWith(rating))
    expect(told()).toEqual(['Rating updated'])
  })

  it('allows changing the score only with editRatings (B-108, L-230)', async () => {
    const { submit, isSent, sent } = await openModal(ShowRating, {
      answers,
      permissions: { dispatchServiceByFleet: 'all' },
    })
    expect((await screen.findByLabelText<HTMLInputElement>('5')).disabled).toBe(true)
    fireEvent.click(screen.getByLabelText('Driver'))
    submit()
    await isSent()
    expect(sent[0]?.body).toEqual({ id: 8, toImprove: ['price', 'driverStatus'] })
  })

  it('says when there is no rating', async () => {
    await openModal(ShowRating, { answers: { 'GET /rating/:sd/booking/:idBooking': { rating: null } } })
    expect(await screen.findByText('No rating yet')).toBeTruthy()
  })
})

describe('the price-details modal', () => {
  const line = (concept: string, amount: number) => ({ concept, quantity: 1, unitPrice: amount, amount })
  const block = (total: number) => ({
    estimationLines: [line('flagFall', total)],
    tollLines: [],
    minimumLine: null,
    totalLine: line('total', total),
    estimatedPrice: total,
    realPrice: null,
  })
  const details = {
    estimationDetailsSupplier: block(10),
    estimationDetailsCustomer: block(11),
    totalDetailsSupplier: block(20),
    totalDetailsCustomer: block(22),
  }
  const totals = () =>
    screen.getAllByRole('table').map((table) => within(table).getAllByRole('row').at(-1)?.lastElementChild?.textContent)

  it('shows the estimated and the total lines of supplier and customer (B-109)', async () => {
    await openModal(PriceDetails, { answers: { 'GET /service-price-details/:sd/:idService': details } })
    await screen.findAllByRole('table')
    expect(totals()).toEqual(['€20.00', '€22.00'])
    fireEvent.click(screen.getByRole('tab', { name: 'Estimated' }))
    expect(totals()).toEqual(['€10.00', '€11.00'])
  })

  it('omits the customer’s lines without editPriceCustomer (L-230)', async () => {
    await openModal(PriceDetails, {
      answers: { 'GET /service-price-details/:sd/:idService': details },
      permissions: { dispatchServiceByFleet: 'all' },
    })
    await screen.findAllByRole('table')
    expect(totals()).toEqual(['€20.00'])
  })

  it('says when there are no details, or why they could not be loaded (O2-52)', async () => {
    await openModal(PriceDetails, { answers: { 'GET /service-price-details/:sd/:idService': () => undefined } })
    expect(await screen.findAllByText('No details')).toHaveLength(2)
    cleanup()
    const answers = {
      'GET /service-price-details/:sd/:idService': () => {
        throw new CallFailed('Empty reponse', 400)
      },
    }
    await openModal(PriceDetails, { answers })
    expect((await screen.findByRole('alert')).textContent).toBe('Empty reponse')
  })
})
