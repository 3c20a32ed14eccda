// Written by generate-types.ts from the migrated database; run it after adding a migration.
import type { Generated, GeneratedAlways } from 'kysely'

export interface AppUser {
  tenant_id: number
  id: Generated<number>
  first_name: string
  last_name: Generated<string>
  user_email: string | null
  prefix_mobile_number: string | null
  mobile_number: string | null
  password_hash: string
  status: Generated<number>
  is_email_verified: Generated<boolean>
  is_mobile_number_verified: Generated<boolean>
  date_created: Generated<Date>
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

export interface FleetGeoArea {
  tenant_id: number
  id: Generated<number>
  id_fleet: number
  description: string
  geometry_wkt: string
}

export interface Installation {
  key: string
  value: unknown
}

export interface ListCount {
  tenant_id: number
  list: string
  delta: number
  id_run: Generated<number>
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
}

export interface Place {
  id: number
  name: string
  address_field: string
  kind: string
  city: string
  lat: number
  lon: number
}

export interface Poi {
  tenant_id: number
  id: Generated<number>
  name: string
  address_field: string
  lat: number
  lon: number
  id_payment_account: number | null
}

export interface SchemaMigration {
  name: string
  checksum: string
  applied_at: Generated<Date>
}

export interface Session {
  tenant_id: number
  token_hash: Buffer
  user_id: number
  created_at: Generated<Date>
  seen_at: Generated<Date>
  expires_at: Date
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
}

export interface TravelGroup {
  tenant_id: number
  id: Generated<number>
  id_payment_account: number
  name: string
}

export interface UserPermission {
  tenant_id: number
  user_id: number
  key1: string
  value: string
}

export interface DB {
  app_user: AppUser
  booking: Booking
  caller: Caller
  fleet: Fleet
  fleet_geo_area: FleetGeoArea
  installation: Installation
  list_count: ListCount
  notification: Notification
  number_validation: NumberValidation
  outbox: Outbox
  password_reset: PasswordReset
  payment_account: PaymentAccount
  place: Place
  poi: Poi
  schema_migration: SchemaMigration
  session: Session
  sign_in_failure: SignInFailure
  socket_credential: SocketCredential
  taxi_feature: TaxiFeature
  telephone_key: TelephoneKey
  tenant: Tenant
  travel_group: TravelGroup
  user_permission: UserPermission
}
