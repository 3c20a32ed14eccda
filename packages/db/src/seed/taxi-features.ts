import type { Subdomain } from './demo-users.ts'

export type TaxiFeature = readonly [id: number, name: string]

const everywhere: readonly TaxiFeature[] = [
  [1, 'Silla de ruedas'],
  [2, 'Silla infantil (grupo 0)'],
  [3, 'Silla infantil (grupo 1)'],
  [4, 'Elevador infantil (grupos 2 y 3)'],
  [5, 'Maletero grande'],
  [6, 'Admite mascotas'],
  [7, 'Vehículo eléctrico'],
  [8, 'Vehículo híbrido'],
  [9, '6 plazas'],
  [10, '7 plazas'],
  [11, '8 plazas'],
  [12, 'Conductor con inglés'],
  [13, 'Conductor con francés'],
  [14, 'Conductor con alemán'],
  [15, 'Emite factura'],
  [16, 'Pago con tarjeta'],
  [17, 'Pago por móvil'],
  [18, 'Aire acondicionado trasero'],
  [19, 'Portaesquís'],
  [20, 'Portabicicletas'],
  [21, 'Mensajería'],
  [22, 'Arranque con pinzas'],
  [23, 'Berlina de gama alta'],
  [24, 'Traslado sanitario'],
  [104, 'Convenio con aseguradoras'],
  [110, 'Precio cerrado al aeropuerto'],
  [121, 'Acompañamiento a mayores'],
  [140, 'Carteles de recogida'],
]

const ownOnes: Readonly<Record<Subdomain, readonly TaxiFeature[]>> = {
  demo: [
    [101, 'Distintivo ambiental cero'],
    [102, 'Conductor con lengua de signos'],
    [133, 'Recogida en andén'],
    [207, 'Wifi a bordo'],
  ],
  costa: [
    [101, 'Portatablas de surf'],
    [103, 'Conductor con italiano'],
    [150, 'Traslado al puerto de cruceros'],
  ],
  norte: [
    [105, 'Cadenas para la nieve'],
    [106, 'Conductor con euskera'],
    [107, 'Conductor con gallego'],
    [160, 'Transporte de mochilas de peregrinos'],
    [161, 'Tracción a las cuatro ruedas'],
  ],
}

export const taxiFeaturesOf = (subdomain: Subdomain) => [...everywhere, ...ownOnes[subdomain]]
