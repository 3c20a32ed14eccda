import type { PageSettings } from './session/page-settings.ts'

const written = document.getElementById('parada-settings')?.textContent

export const settings = JSON.parse(written || '{}') as PageSettings
