/** The reasons that every tenant starts with (O2-28), as the desk reads them; passengers and fleets give others. */
const reasons = [
  { code: 'fleet_client_not_presented', label: 'Client not presented' },
  { code: 'fleet_no_free_vehicle', label: 'No free vehicle' },
  { code: 'client_cancelled', label: 'Cancelled by the client' },
  { code: 'duplicated', label: 'Duplicated booking' },
  { code: 'other', label: 'Other' },
]

export const cancelReasonsOf = () => reasons
