// Written by generate-types.ts from the migrated database; run it after adding a migration.
import type { Generated, GeneratedAlways } from 'kysely'

export interface Address {
  tenant_id: number
  id: Generated<number>
  address_field: string
  name: Generated<string>
  lat: number
  lon: number
  id_supplier: number | null
  words: Generated<string>
}

export interface AppLink {
  tenant_id: number
  id_white_label: number
  secret: string
}

export interface AppUser {
  tenant_id: number
  id: Generated<number>
  first_name: string
  last_name: Generated<string>
  user_email: string | null
  prefix_mobile_number: string | null
  mobile_number: string | null
  password_hash: string | null
  status: Generated<number>
  is_email_verified: Generated<boolean>
  is_mobile_number_verified: Generated<boolean>
  date_created: Generated<Date>
  permission_version: Generated<number>
  is_customer: Generated<boolean>
  id_white_label: number | null
  version: Generated<number>
  device_tokens: Generated<string[]>
  additional_info: Generated<string>
  is_accepted_ad: Generated<boolean>
  category: Generated<string>
  erased_at: Date | null
  search_text: Generated<string>
}

export interface AssistanceCase {
  tenant_id: number
  id: Generated<number>
  version: Generated<number>
  time_updated: Generated<Date>
  id_insurer: number
  cod_expediente: string
  num_servicio: string
  id_service: number | null
  date_requested: Date
  fecha_servicio: Date
  asap: Generated<boolean>
  tipo_expediente: Generated<string>
  pais: Generated<string>
  provincia: Generated<string>
  coordenada_x: number | null
  coordenada_y: number | null
  localizacion_vehiculo: Generated<string>
  coordenada_x_dest: number | null
  coordenada_y_dest: number | null
  direccion_traslado: Generated<string>
  conductor: Generated<string>
  telefono: Generated<string>
  notes: Generated<string>
  breaks: Generated<unknown>
  features: Generated<string>
  error_message: Generated<string>
  problems: Generated<unknown>
  manually_edited: Generated<boolean>
  edited_fields: Generated<string[]>
  booking_breaks_updated: Generated<boolean>
  is_cancelled: Generated<boolean>
  cancellation_reason: Generated<string>
  sent: Generated<unknown>
  sent_at: Date
}

export interface AssistanceJournal {
  tenant_id: number
  id: GeneratedAlways<number>
  id_case: number
  version: number
  at: Date
  action: string
  id_user: number | null
  who: Generated<string>
  before: Generated<unknown>
  after: Generated<unknown>
}

export interface AuthorizationForm {
  tenant_id: number
  id_payment_account: number
  config: Generated<string>
  id_default_travel_group: number | null
  cancel_message: Generated<string>
}

export interface AuthorizationJournal {
  tenant_id: number
  id: GeneratedAlways<number>
  id_authorization: number
  version: number
  at: Generated<Date>
  id_user: number | null
  who: Generated<string>
  before: Generated<unknown>
  after: Generated<unknown>
}

export interface AuthorizationSheet {
  tenant_id: number
  id: Generated<number>
  id_user: number
  created_at: Generated<Date>
  file_name: string
  id_payment_account: number | null
  new_status: number
  columns: unknown
}

export interface AuthorizationSheetRow {
  tenant_id: number
  id_sheet: number
  number: number
  kind: string
  cells: unknown
  problems: Generated<unknown>
  kept: Generated<unknown>
  before: Generated<unknown>
  id_authorization: number | null
  version: number | null
  id_payment_account: number | null
  form_mark: string | null
  written_at: Date | null
}

export interface Booking {
  tenant_id: number
  id: Generated<number>
  version: Generated<number>
  status: number
  status_dispatch: number | null
  id_fleet: number | null
  fleets_filtered: Generated<string>
  origin: unknown
  destination: unknown
  asap: boolean
  time_booking_start: Date
  time_zone: Generated<string>
  passenger_name: Generated<string>
  phone_number_passenger: Generated<string>
  payment_method: Generated<number>
  entry_channel: Generated<number>
  taxi_features: Generated<string>
  booking_reference: Generated<string>
  notes: Generated<string>
  mandatory_destination: Generated<boolean>
  id_caller: number | null
  id_user: number | null
  id_payment_account: number | null
  created_at: Generated<Date>
  id_supplier_service: Generated<string>
  id_supplier_taxi: number | null
  supplier_taxi_description: Generated<string>
  phone_number_supplier: Generated<string>
  stops: Generated<string>
  id_favourite_cab: number | null
  shared: Generated<boolean>
  tags: Generated<string[]>
  whitelabel: Generated<string>
  flight_number: Generated<string>
  pickup_zone: Generated<string>
  client_type: Generated<string>
  fleet_filter_policy: Generated<string>
  enable_commitment: Generated<boolean>
  time_pre_dispatch: number | null
  time_booking_arrival: Date | null
  time_booking_finish: Date | null
  time_service_arrival: Date | null
  distance_meters: number | null
  estimated_min_time_minutes: number | null
  estimated_max_time_minutes: number | null
  email_passenger: Generated<string>
  id_card: number | null
  id_authorization: number | null
  id_authorization_group: number | null
  subscriber_code: Generated<string>
  user_number: Generated<string>
  phone_number_dialed: Generated<string>
  status_email: Generated<number>
  id_copy_from: number | null
  id_previous: number | null
  price_customer_total: number | null
  price_supplier_total: number | null
  price_supplier_type: number | null
  price_customer_type: number | null
  price_customer_multiplier: number | null
  price_customer_currency: Generated<string>
  toll: number | null
  toll_customer: number | null
  toll_supplier: number | null
  cancelled_with_charge: Generated<boolean>
  validated: Generated<boolean>
  validated_errors: Generated<string[]>
  key_validation_reason: Generated<string>
  additional_reason: Generated<string>
  booking_breaks: Generated<unknown>
  cancellation_reason_code: Generated<string>
  cancellation_reason_description: Generated<string>
  cancellation_dispatch: Generated<boolean>
  time_service_dispatched: Date | null
  time_service_confirmed: Date | null
  vehicle_confirmation_lat: number | null
  vehicle_confirmation_lon: number | null
  vehicle_confirmation_eta: number | null
  time_service_cancelled: Date | null
  vehicle_cancellation_lat: number | null
  vehicle_cancellation_lon: number | null
  vehicle_cancellation_eta: number | null
  promised_arrival: Date | null
  promised_price: number | null
  registered_as: Generated<string>
  time_updated: Generated<Date>
  price_estimated: number | null
  status_invoicing: Generated<number>
  modifications: unknown
  driver_expenses: number | null
  voucher_code: Generated<string>
  id_invoice: number | null
}

export interface BookingBreakConfig {
  tenant_id: number
  id_payment_account: number
  id: number
  type: Generated<string>
  label: string
  mandatory: Generated<boolean>
  filter: Generated<string>
  value_dependencies: Generated<unknown>
}

export interface BookingJournal {
  tenant_id: number
  id: GeneratedAlways<number>
  id_booking: number
  version: number
  at: Generated<Date>
  action: string
  id_user: number | null
  id_fleet: number | null
  who: Generated<string>
  before: Generated<unknown>
  after: Generated<unknown>
  id_insurer: number | null
}

export interface BookingMessage {
  tenant_id: number
  id: Generated<number>
  id_booking: number
  at: Generated<Date>
  sender: Generated<number>
  readers: Generated<string>
  type: Generated<number>
  code: number | null
  status: Generated<number>
  message: string
  id_supplier: number | null
  lat: number | null
  lon: number | null
  id_user: number | null
  user_name: Generated<string>
}

export interface BookingPresence {
  tenant_id: number
  id_booking: number
  id_user: number
  tab: string
  name: string
  is_editing: boolean
  since: Generated<Date>
  seen_at: Generated<Date>
}

export interface BookingSearch {
  tenant_id: number
  id_booking: number
  id_fleet: number | null
  text: string
}

export interface Caller {
  tenant_id: number
  id: Generated<number>
  phone_number: string
  first_name: Generated<string>
  last_name: Generated<string>
  address_billing: Generated<string>
  notes_client: Generated<string>
  is_blacklisted: Generated<boolean>
  id_supplier: number | null
}

export interface Card {
  tenant_id: number
  id: Generated<number>
  id_user: number | null
  card_alias: string
  payment_method: number
}

export interface Claimant {
  id: string
  alive_until: Date
}

export interface Customer {
  tenant_id: number | null
  id: number | null
  version: number | null
  first_name: string | null
  last_name: string | null
  user_email: string | null
  prefix_mobile_number: string | null
  mobile_number: string | null
  status: number | null
  is_email_verified: boolean | null
  is_mobile_number_verified: boolean | null
  date_created: Date | null
  device_tokens: string[] | null
  additional_info: string | null
  is_accepted_ad: boolean | null
  category: string | null
  id_white_label: number | null
  erased_at: Date | null
}

export interface CustomerAuthorization {
  tenant_id: number
  id: Generated<number>
  version: Generated<number>
  status: Generated<number>
  subscriber_code: string
  user_number: string
  first_name: Generated<string>
  last_name: Generated<string>
  mobile_number: Generated<string>
  phone_number: Generated<string>
  user_email: Generated<string>
  notification_cc_email: Generated<string>
  superior_email: Generated<string>
  authorization_alias: Generated<string>
  locale: Generated<string>
  id_user: number | null
  comments_for_operator: Generated<string>
  comments_for_driver: Generated<string>
  id_payment_account: number
  id_travel_group: number | null
  id_dispatch_group: number | null
  authorization_group_id: number | null
  authorization_type: number | null
  payment_method_type: number | null
  date_created: Generated<Date>
  last_change: Generated<Date>
  valid_from_date: Date | null
  expiration_date: Date | null
  available_times_left: number | null
  count_services: Generated<number>
  authorization_break1: Generated<string>
  authorization_break2: Generated<string>
  authorization_break3: Generated<string>
  authorization_break4: Generated<string>
  authorization_break5: Generated<string>
  authorization_break6: Generated<string>
  authorization_break7: Generated<string>
  authorization_break8: Generated<string>
  authorization_break9: Generated<string>
  authorization_break10: Generated<string>
}

export interface Delivery {
  tenant_id: number
  id: Generated<number>
  id_booking: number | null
  id_authorization: number | null
  channel: string
  template: string
  recipient: string
  locale: string
  state: Generated<string>
  attempts: Generated<number>
  last_error: string | null
  who: Generated<string>
  created_at: Generated<Date>
  sent_at: Date | null
  id_outbox: number
  once: string | null
  id_parking: number | null
}

export interface DocumentLook {
  tenant_id: number
  id: Generated<number>
  date_looked: Date
  id_document: number
  side: string
  id_user: number
  id_viewer: number
  viewer: string
  ip_address: string
}

export interface EndedTotal {
  tenant_id: number
  day: Date
  id_fleet: number | null
  price_customer_currency: string
  n: number
  price_supplier_total: number
  price_customer_total: number
}

export interface Fleet {
  tenant_id: number
  id: Generated<number>
  fleet_name: string
  fleet_long_name: string
  id_external: string | null
  protocol_dispatch: Generated<number>
  price_protocol: Generated<number>
  price_customer_type: Generated<number>
  estimated_min_price: number | null
  estimated_max_price: number | null
  default_time_predispatch: Generated<number>
  enable_commitment_default: Generated<boolean>
  commitment_by_taxi_features: Generated<boolean>
  time_zone: Generated<string>
  lat: number
  lon: number
  status: Generated<number>
  radius_km: Generated<number>
  phone_number: string | null
  email: string | null
  taxi_features: Generated<number[]>
}

export interface FleetBreak {
  tenant_id: number
  id: Generated<number>
  id_booking: number
  break1: Generated<string>
  break2: Generated<string>
  break3: Generated<string>
  break4: Generated<string>
  break5: Generated<string>
  break6: Generated<string>
  break7: Generated<string>
  break8: Generated<string>
  break9: Generated<string>
}

export interface FleetGeoArea {
  tenant_id: number
  id: Generated<number>
  id_fleet: number
  description: string
  geometry_wkt: string
}

export interface FleetVehicle {
  tenant_id: number
  id: Generated<number>
  version: Generated<number>
  time_updated: Generated<Date>
  date_created: Generated<Date>
  number_plate_to_sync: string
  number_plate_to_match: string
  route_sheet_export: Generated<boolean>
  route_sheet_niftitular: Generated<string>
  route_sheet_nifarrendador_default: Generated<string>
  route_sheet_nifarrendatario_default: string
  route_sheet_nombarrendatario_default: Generated<string>
  route_sheet_cgprovcontrato_default: Generated<string>
  route_sheet_cgmunicontrato_default: Generated<string>
  route_sheet_cgprovlejano_default: Generated<string>
  route_sheet_cgmunilejano_default: Generated<string>
  route_sheet_notifications_email: Generated<string>
  route_sheet_certificado: Generated<string>
  route_sheet_nombprovcontrato_default: Generated<string>
  route_sheet_nombmunicontrato_default: Generated<string>
  route_sheet_nombprovlejano_default: Generated<string>
  route_sheet_nombmunilejano_default: Generated<string>
}

export interface FreeVehicle {
  tenant_id: number
  id_supplier: number
  sign: string
  kind: string
  lat: number
  lon: number
  battery: number | null
  price_start: number
  price_minute: number
  at: Date
}

export interface IdempotentAnswer {
  tenant_id: number
  id_user: number
  key: string
  request_hash: Buffer
  answer: unknown
  created_at: Generated<Date>
}

export interface IdentityDocument {
  tenant_id: number
  id: Generated<number>
  id_user: number
  id_white_label: number
  type: string
  sub_type: Generated<string>
  status: string
  country_code: Generated<string>
  first_name: Generated<string>
  last_name: Generated<string>
  number: Generated<string>
  date_expiration: Date | null
  date_issued: Date | null
  image_front: string | null
  image_back: string | null
  date_last_updated: Generated<Date>
  decided_by: Generated<string>
  version: Generated<number>
}

export interface Installation {
  key: string
  value: unknown
}

export interface Insurer {
  tenant_id: number
  id: number
  name: string
  id_payment_account: number
  secret: string | null
  is_simulated: Generated<boolean>
}

export interface Invoice {
  tenant_id: number
  id: Generated<number>
  invoice_code: string
  year: number
  number: number
  date: Date
  id_payment_account: number
  payment_account: string
  period: string
  currency: string
  net: number
  tax_percent: number
  tax: number
  total_amount: number
  num_rows: number
  issuer: unknown
  customer: unknown
  locale: string
  time_zone: string
  color: string
}

export interface InvoiceCounter {
  tenant_id: number
  year: number
  last_number: number
}

export interface InvoiceLine {
  tenant_id: number
  id_invoice: number
  position: number
  id_booking: number
  date: Date
  text: string
  passenger: string
  reference: string
  net: number
  tax: number
  total: number
}

export interface ListCount {
  tenant_id: number
  list: string
  delta: number
  id_run: Generated<number>
}

export interface MessageCount {
  tenant_id: number
  day: string
  channel: string
  scope: string
  id: number
  sent: Generated<number>
  told: Generated<number>
}

export interface MobilityBooking {
  tenant_id: number
  id: Generated<number>
  version: Generated<number>
  time_updated: Generated<Date>
  date_created: Generated<Date>
  status: number
  id_supplier: number
  reference: string | null
  id_white_label: number
  id_user: number | null
  id_authorization: number | null
  id_payment_account: number | null
  customer_name: Generated<string>
  customer_phone: Generated<string>
  vehicle_sign: Generated<string>
  vehicle_kind: Generated<string>
  time_init: Date
  time_end: Date | null
  start_address_string: Generated<string>
  end_address_string: Generated<string>
  start_lat: number | null
  start_lon: number | null
  end_lat: number | null
  end_lon: number | null
  distance_meters: number | null
  price_supplier: number | null
  price_customer: number | null
  entry_channel: Generated<number>
  payment_method_customer: Generated<number>
  id_user_payment_profile: number | null
  cancel_reason: Generated<string>
}

export interface Notification {
  tenant_id: number
  id: Generated<number>
  type: string
  notes: Generated<string>
  status: Generated<number>
  priority: Generated<number>
  content: string
  product_types: Generated<string>
  before_requested_minutes: number | null
  after_requested_minutes: number | null
  origin_lat: number | null
  origin_lon: number | null
  origin_radius: number | null
  destination_lat: number | null
  destination_lon: number | null
  destination_radius: number | null
  days_of_week: Generated<string>
  min_date: Date | null
  max_date: Date | null
  start_hour: number | null
  start_minute: number | null
  end_hour: number | null
  end_minute: number | null
  min_distance: number | null
  max_distance: number | null
  id_payment_account_list: Generated<string>
  whitelabel_list: Generated<string>
  receiver_type: string
  announcement_id: number | null
}

export interface NumberValidation {
  tenant_id: number
  id: Generated<number>
  prefix_mobile_number: string
  mobile_number: string
  validation_code: string
  sms_sent_result: string
  date_created: Generated<Date>
  date_validated: Date | null
}

export interface Outbox {
  id: GeneratedAlways<number>
  tenant_id: number
  kind: string
  payload: unknown
  created_at: Generated<Date>
  due_at: Generated<Date>
  attempts: Generated<number>
  last_error: string | null
  done_at: Date | null
  hold: string | null
  claimed_by: string | null
  published: number | null
}

export interface ParkingBooking {
  tenant_id: number
  id: Generated<number>
  id_parking: number
  protocol: number
  parking_name: string
  status: number
  id_user: number | null
  customer_name: Generated<string>
  customer_phone: Generated<string>
  number_plate: Generated<string>
  date_init: Date
  date_end: Date | null
  price_supplier: number | null
  price_customer: number | null
  id_payment_account: number | null
  version: Generated<number>
  time_updated: Generated<Date>
  date_created: Generated<Date>
  id_supplier: number | null
  reference: string | null
  id_authorization: number | null
  payment_method: Generated<number>
  entry_channel: Generated<number>
  cancel_reason: Generated<string>
}

export interface PasswordReset {
  tenant_id: number
  token_hash: Buffer
  user_id: number
  expires_at: Date
  used_at: Date | null
}

export interface PaymentAccount {
  tenant_id: number
  id: Generated<number>
  name: string
  customer_price_multiplier: number | null
  legal_name: Generated<string>
  tax_id: Generated<string>
  address: Generated<string>
  email: Generated<string>
}

export interface Place {
  id: number
  name: string
  address_field: string
  kind: string
  city: string
  lat: number
  lon: number
  words: Generated<string>
}

export interface Poi {
  tenant_id: number
  id: Generated<number>
  name: string
  address_field: string
  lat: number
  lon: number
  id_payment_account: number | null
  words: Generated<string>
}

export interface PriceDetail {
  tenant_id: number
  id_booking: number
  estimation_details_customer: unknown
  estimation_details_supplier: unknown
  total_details_customer: unknown
  total_details_supplier: unknown
}

export interface ProcessorConfig {
  tenant_id: number
  id: Generated<number>
  id_payment_account: number
  name: Generated<string>
  active_form: Generated<boolean>
  enable_cachet: Generated<boolean>
}

export interface ProcessorDataConfig {
  tenant_id: number
  id: Generated<number>
  id_processor_config: number
  name: string
  value: Generated<string>
  enforce: Generated<number>
}

export interface Project {
  tenant_id: number
  id: Generated<number>
  key_project: string
  title: string
  filter: Generated<string>
  id_payment_account: number | null
}

export interface Promo {
  tenant_id: number
  id: Generated<number>
  name: string
  internal_description: Generated<string>
  active: Generated<boolean>
  type: string
  amount: number | null
  percent: number | null
  cap: number | null
  uses_per_user: number | null
  uses_total: number | null
  current_usages: Generated<number>
  valid_from: Date | null
  valid_to: Date | null
  actions_to_execute: Generated<string[]>
  actions_to_create: Generated<string[]>
}

export interface PromoCode {
  tenant_id: number
  id: Generated<number>
  id_promo: number
  type: string
  name: Generated<string>
  code: string
  uses_total: number | null
  current_usages: Generated<number>
}

export interface PromoUser {
  tenant_id: number
  id_promo: number
  id_user: number
  id_promo_code: number | null
  date: Date
  uses: Generated<number>
}

export interface Rating {
  tenant_id: number
  id: Generated<number>
  id_booking: number
  score: number | null
  to_improve: Generated<string[]>
  time_updated: Generated<Date>
}

export interface RoutePath {
  tenant_id: number
  id_route: number
  way_points: string
  way_times: Generated<string>
}

export interface RouteSheet {
  tenant_id: number
  id: Generated<number>
  version: Generated<number>
  time_updated: Generated<Date>
  date_created: Generated<Date>
  id_booking: number
  id_vehicle: number
  id_supplier: number | null
  status: Generated<number>
  number_plate: string
  niftitular: Generated<string>
  nifarrendador: Generated<string>
  nifarrendatario: string
  nombarrendatario: Generated<string>
  cgprovcontrato: Generated<string>
  cgmunicontrato: Generated<string>
  fcontrato: Date
  cgprovinicio: Generated<string>
  cgmuniinicio: Generated<string>
  direccioninicio: Generated<string>
  fprevistainicio: Date
  cgprovfin: Generated<string>
  cgmunifin: Generated<string>
  direccionfin: Generated<string>
  ffin: Date | null
  cgprovlejano: Generated<string>
  cgmunilejano: Generated<string>
  direccionlejano: Generated<string>
  idservicio: string | null
  date_sync_registration: Date | null
  date_sync_start: Date | null
  date_sync_cancellation: Date | null
  step_under_way: string | null
  error_message: Generated<string>
}

export interface RouteTracking {
  tenant_id: number
  id: Generated<number>
  distance_type: Generated<number>
  status: number
  id_export: number | null
  origin_address_string: Generated<string>
  destination_address_string: Generated<string>
  distance_meters: number | null
  time_start: Date
  id_user: number | null
  customer_name: Generated<string>
  id_authorization: number | null
  id_payment_account: number | null
  shared: Generated<boolean>
  route_tracking_stop_list: Generated<unknown>
  booking_breaks: Generated<unknown>
  authorization_breaks: Generated<unknown>
  version: Generated<number>
  time_updated: Generated<Date>
  date_created: Generated<Date>
  time_end: Date | null
  id_supplier: number | null
  reference: string | null
  fault: string | null
}

export interface SchemaMigration {
  name: string
  checksum: string
  applied_at: Generated<Date>
}

export interface SecurityEvent {
  tenant_id: number
  id: Generated<number>
  date_event: Date
  kind: string
  outcome: string
  id_staff: number | null
  who: Generated<string>
  ip_address: Generated<string>
  id_user: number | null
  detail: Generated<string>
  request_id: Generated<string>
  times: Generated<number>
  minute: Date | null
}

export interface Session {
  tenant_id: number
  token_hash: Buffer
  user_id: number
  created_at: Generated<Date>
  seen_at: Generated<Date>
  expires_at: Date
  is_busy: Generated<boolean>
}

export interface SignInFailure {
  tenant_id: number
  subject: Buffer
  failures: number
  last_failed_at: Date
}

export interface SocketCredential {
  tenant_id: number
  user_name: string
  secret_hash: Buffer
  token_hash: Buffer
  expires_at: Date
}

export interface StreetCorner {
  id_street: number
  id_other: number
  lat: number
  lon: number
}

export interface StreetLine {
  id_street: number
  line: string
}

export interface SupplierLink {
  tenant_id: number
  id_fleet: number
  url: string
  secret: string
  order_timeout_seconds: Generated<number>
  failures: Generated<number>
  open_until: Date | null
}

export interface SupplierOrder {
  tenant_id: number
  id: Generated<string>
  id_booking: number
  id_fleet: number
  state: Generated<string>
  created_at: Generated<Date>
  due_at: Date
  sent_at: Date | null
  answer_by: Date | null
  answered_at: Date | null
  attempts: Generated<number>
  last_error: Generated<string>
  version: Generated<number>
}

export interface SupplierReport {
  tenant_id: number
  id_fleet: number
  id: string
  type: string
  received_at: Generated<Date>
}

export interface Tariff {
  tenant_id: number
  id: Generated<number>
  id_fleet: number
  name: string
  area: unknown
  valid_from: string
  valid_to: string | null
  currency: Generated<string>
  flag_fall: Generated<number>
  per_km: Generated<number>
  per_minute: Generated<number>
  minimum: Generated<number>
  percent: Generated<number>
  special_rates: Generated<unknown>
  airport_supplement: Generated<number>
  airports: Generated<unknown>
  fixed_routes: Generated<unknown>
  tolls: Generated<unknown>
}

export interface TariffHoliday {
  tenant_id: number
  id_fleet: number
  day: string
  name: Generated<string>
}

export interface TaxiFeature {
  tenant_id: number
  id: number
  name: string
}

export interface TelephoneKey {
  tenant_id: number
  id: Generated<number>
  name: string
  key_hash: Buffer
  created_at: Generated<Date>
}

export interface Tenant {
  id: Generated<number>
  subdomain: string
  name: string
  front_config: Generated<unknown>
  created_at: Generated<Date>
  terms_version: Generated<number>
}

export interface Ticket {
  tenant_id: number
  id: Generated<number>
  locator: string
  transport_name: string
  title: string
  description: Generated<string>
  id_user: number | null
  id_authorization: number | null
  id_payment_account: number | null
  time_service_start: Date
  price_customer: number | null
  entry_channel: Generated<number>
  id_ticket_title: number | null
  status: Generated<number>
  id_public_transport_supplier: number
  booking_breaks: Generated<unknown>
  version: Generated<number>
  time_updated: Generated<Date>
  date_created: Generated<Date>
  reference: string | null
  code: Generated<string>
  price_supplier: number | null
  payment_method: Generated<number>
  time_validated: Date | null
  cancel_reason: Generated<string>
}

export interface TicketTitle {
  tenant_id: number
  id: Generated<number>
  name: string
  internal_description: Generated<string>
  price_supplier: number
  available_validations: Generated<number>
  number_of_passes: Generated<number>
  required_validation_before_minutes: Generated<number>
  status: Generated<number>
  pass_type: Generated<number>
  expiration_ticket_minutes: Generated<number>
  internal_code: Generated<string>
  start_h: Generated<number>
  start_m: Generated<number>
  end_h: Generated<number>
  end_m: Generated<number>
  enabled_days: Generated<string>
  notes: Generated<string>
  id_public_transport_suppliers: Generated<number[]>
  tags: Generated<string[]>
}

export interface Trajectory {
  tenant_id: number
  id_booking: number
  at: Date
  lat: number
  lon: number
  eta_minutes: number | null
  path: Generated<unknown>
}

export interface TravelGroup {
  tenant_id: number
  id: Generated<number>
  id_payment_account: number
  name: string
}

export interface TripJournal {
  tenant_id: number
  id: GeneratedAlways<number>
  mode: string
  id_trip: number
  version: number
  at: Date
  action: string
  id_user: number | null
  id_supplier: number | null
  who: Generated<string>
  before: Generated<unknown>
  after: Generated<unknown>
}

export interface TripReport {
  tenant_id: number
  id_supplier: number
  id: string
  mode: string
  id_trip: number
  is_refused: Generated<boolean>
  received_at: Generated<Date>
}

export interface TripRequest {
  tenant_id: number
  id: Generated<string>
  id_supplier: number
  mode: string
  id_trip: number
  what: string
  due_at: Date
  hold: string | null
  answered_at: Date | null
}

export interface TripSupplier {
  tenant_id: number
  id: number
  mode: string
  name: string
  protocol: Generated<number>
  secret: string | null
  is_simulated: Generated<boolean>
}

export interface Undo {
  tenant_id: number
  key: string
  id_user: number
  at: Date
  until: Date
  undone_at: Date | null
  changes: Generated<unknown>
  orders: Generated<unknown>
  messages: Generated<unknown>
  before: Generated<unknown>
}

export interface UserJournal {
  tenant_id: number
  id: GeneratedAlways<number>
  id_customer: number
  version: number
  at: Generated<Date>
  action: string
  id_user: number | null
  who: Generated<string>
  before: Generated<unknown>
  after: Generated<unknown>
}

export interface UserPermission {
  tenant_id: number
  user_id: number
  key1: string
  value: string
}

export interface UserVehicle {
  tenant_id: number
  id: Generated<number>
  id_user: number
  number_plate: string
  brand: Generated<string>
  model: Generated<string>
}

export interface VehicleJournal {
  tenant_id: number
  id: GeneratedAlways<number>
  kind: string
  id_record: number
  version: number
  at: Date
  action: string
  id_user: number | null
  who: string
  before: Generated<unknown>
  after: Generated<unknown>
}

export interface WalletMovement {
  tenant_id: number
  id: Generated<number>
  id_user: number
  number: number
  kind: string
  amount: number
  balance: number
  date: Date
  concept: string
  id_booking: number | null
  id_promo: number | null
  key: string
  number_before: number | null
  balance_before: number
}

export interface WhiteLabel {
  tenant_id: number
  id: number
  name: string
}

export interface DB {
  address: Address
  app_link: AppLink
  app_user: AppUser
  assistance_case: AssistanceCase
  assistance_journal: AssistanceJournal
  authorization_form: AuthorizationForm
  authorization_journal: AuthorizationJournal
  authorization_sheet: AuthorizationSheet
  authorization_sheet_row: AuthorizationSheetRow
  booking: Booking
  booking_break_config: BookingBreakConfig
  booking_journal: BookingJournal
  booking_message: BookingMessage
  booking_presence: BookingPresence
  booking_search: BookingSearch
  caller: Caller
  card: Card
  claimant: Claimant
  customer: Customer
  customer_authorization: CustomerAuthorization
  delivery: Delivery
  document_look: DocumentLook
  ended_total: EndedTotal
  fleet: Fleet
  fleet_break: FleetBreak
  fleet_geo_area: FleetGeoArea
  fleet_vehicle: FleetVehicle
  free_vehicle: FreeVehicle
  idempotent_answer: IdempotentAnswer
  identity_document: IdentityDocument
  installation: Installation
  insurer: Insurer
  invoice: Invoice
  invoice_counter: InvoiceCounter
  invoice_line: InvoiceLine
  list_count: ListCount
  message_count: MessageCount
  mobility_booking: MobilityBooking
  notification: Notification
  number_validation: NumberValidation
  outbox: Outbox
  parking_booking: ParkingBooking
  password_reset: PasswordReset
  payment_account: PaymentAccount
  place: Place
  poi: Poi
  price_detail: PriceDetail
  processor_config: ProcessorConfig
  processor_data_config: ProcessorDataConfig
  project: Project
  promo: Promo
  promo_code: PromoCode
  promo_user: PromoUser
  rating: Rating
  route_path: RoutePath
  route_sheet: RouteSheet
  route_tracking: RouteTracking
  schema_migration: SchemaMigration
  security_event: SecurityEvent
  session: Session
  sign_in_failure: SignInFailure
  socket_credential: SocketCredential
  street_corner: StreetCorner
  street_line: StreetLine
  supplier_link: SupplierLink
  supplier_order: SupplierOrder
  supplier_report: SupplierReport
  tariff: Tariff
  tariff_holiday: TariffHoliday
  taxi_feature: TaxiFeature
  telephone_key: TelephoneKey
  tenant: Tenant
  ticket: Ticket
  ticket_title: TicketTitle
  trajectory: Trajectory
  travel_group: TravelGroup
  trip_journal: TripJournal
  trip_report: TripReport
  trip_request: TripRequest
  trip_supplier: TripSupplier
  undo: Undo
  user_journal: UserJournal
  user_permission: UserPermission
  user_vehicle: UserVehicle
  vehicle_journal: VehicleJournal
  wallet_movement: WalletMovement
  white_label: WhiteLabel
}
