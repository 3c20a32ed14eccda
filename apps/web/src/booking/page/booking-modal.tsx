import { Button, Group, Stack, Text } from '@mantine/core'
import { mayAccess } from '@parada/domain/access/permissions'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../kit/lazy.ts'
import { Modal } from '../../kit/modal.tsx'
import { useSessionState } from '../../session/use-session.ts'
import { BookingLine } from '../record/booking-line.tsx'
import { useBooking } from '../record/use-booking.ts'
import classes from './booking.module.css'
import { PeopleFacts, PriceFacts, RouteFacts } from './facts.tsx'
import { FleetFacts } from './fleet-facts.tsx'

const PriceDetails = lazy(() => import('../actions/price-details.tsx'))

/** The lists that a service can be opened from. */
export type ResourceType = 'servicetoinvoice' | 'servicehistorical' | 'serviceafterlife'

type Props = {
  id: number
  resourceType: ResourceType
  /** Further facts from the list. */
  children?: ReactNode
  onClose: () => void
}

/** A booking over its list, with the facts from its page and a link to it. */
export const BookingModal = ({ id, resourceType, children, onClose }: Props) => {
  const { t } = useTranslation()
  const { booking, error } = useBooking(id)
  const [showsPrices, setShowsPrices] = useState(false)
  const hasPage = useSessionState(({ grants }) => mayAccess(grants, ['dispatchServiceByFleet', 'editServiceByFleet']))
  return (
    <Modal opened onClose={onClose} title={t(`service.titles.${resourceType}`, { id })} size="xl">
      <Stack gap="sm" data-resource={resourceType}>
        {error && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {error.message}
          </Text>
        )}
        {booking && (
          <>
            <BookingLine booking={booking} />
            {children}
            <div className={classes.inModal}>
              <RouteFacts booking={booking} />
              <PeopleFacts booking={booking} />
              <PriceFacts booking={booking} />
              <FleetFacts booking={booking} />
            </div>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setShowsPrices(true)}>
                {t('booking.actions.priceDetails')}
              </Button>
              {hasPage && (
                <Button
                  variant="default"
                  renderRoot={(props) => <Link to="/services/$id" params={{ id: String(id) }} {...props} />}
                >
                  {t('service.openBooking')}
                </Button>
              )}
              <Button data-autofocus onClick={onClose}>
                {t('common.close')}
              </Button>
            </Group>
            <Suspense>
              {showsPrices && <PriceDetails booking={booking} onClose={() => setShowsPrices(false)} />}
            </Suspense>
          </>
        )}
      </Stack>
    </Modal>
  )
}
