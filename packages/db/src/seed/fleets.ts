import type { Vertex } from '@parada/domain/places/area'
import type { Subdomain } from './demo-users.ts'

type FleetArea = { description: string; ring: readonly Vertex[] }

export type DemoFleet = {
  id: number
  name: string
  /** The fleet stands in the first; bookings start in any of them. */
  cities: readonly [string, ...string[]]
  lat: number
  lon: number
  protocol: number
  timeZone?: string
  areas: readonly FleetArea[]
  /** How many times as busy it is as a small fleet. */
  share?: number
}

const metropolitan = (city: string, ...ring: Vertex[]): FleetArea => ({ description: `Área de ${city}`, ring })

export const fleetsByTenant: Readonly<Record<Subdomain, readonly DemoFleet[]>> = {
  demo: [
    {
      id: 29,
      name: 'Radio Taxi Madrid Demo',
      share: 5,
      cities: ['Madrid', 'Getafe', 'Leganés', 'Alcorcón', 'Alcobendas', 'Pozuelo de Alarcón', 'Las Rozas'],
      lat: 40.4169,
      lon: -3.7035,
      protocol: 2,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Madrid', [-3.885, 40.495], [-3.8, 40.555], [-3.715, 40.615], [-3.625, 40.605], [-3.56, 40.565],
          [-3.49, 40.535], [-3.44, 40.475], [-3.505, 40.405], [-3.52, 40.335], [-3.6, 40.285], [-3.7, 40.27],
          [-3.81, 40.265], [-3.895, 40.305], [-3.905, 40.385], [-3.9, 40.445]),
      ],
    },
    {
      id: 31,
      name: 'Tele Taxi Corredor',
      cities: ['Alcalá de Henares', 'Torrejón de Ardoz', 'Coslada'],
      lat: 40.4819,
      lon: -3.3641,
      protocol: 4,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Corredor del Henares', [-3.58, 40.455], [-3.545, 40.5], [-3.47, 40.525], [-3.38, 40.55],
          [-3.29, 40.56], [-3.27, 40.51], [-3.31, 40.455], [-3.38, 40.43], [-3.47, 40.415], [-3.57, 40.405]),
      ],
    },
    {
      id: 87,
      name: 'Taxi Pisuerga',
      cities: ['Valladolid'],
      lat: 41.6522,
      lon: -4.7286,
      protocol: 1,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Valladolid', [-4.8, 41.66], [-4.87, 41.69], [-4.865, 41.73], [-4.78, 41.715], [-4.72, 41.715],
          [-4.665, 41.7], [-4.635, 41.66], [-4.65, 41.61], [-4.69, 41.575], [-4.745, 41.565], [-4.79, 41.6]),
      ],
    },
    {
      id: 134,
      name: 'Taxi Imperial',
      cities: ['Toledo'],
      lat: 39.8596,
      lon: -4.0214,
      protocol: 0,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Toledo', [-4.08, 39.88], [-4.05, 39.905], [-3.99, 39.915], [-3.925, 39.895], [-3.93, 39.86],
          [-3.96, 39.835], [-4, 39.82], [-4.06, 39.825], [-4.09, 39.85]),
      ],
    },
    {
      id: 36,
      name: 'Taxi Tormes',
      cities: ['Salamanca'],
      lat: 40.965,
      lon: -5.664,
      protocol: 5,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Salamanca', [-5.73, 40.985], [-5.7, 41.01], [-5.64, 41.02], [-5.59, 41], [-5.48, 40.975],
          [-5.48, 40.935], [-5.58, 40.925], [-5.65, 40.915], [-5.72, 40.93], [-5.745, 40.96]),
      ],
    },
    {
      id: 41,
      name: 'Taxi Arlanzón',
      cities: ['Burgos'],
      lat: 42.3409,
      lon: -3.6999,
      protocol: 1,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Burgos', [-3.79, 42.34], [-3.77, 42.37], [-3.71, 42.395], [-3.64, 42.39], [-3.58, 42.365],
          [-3.59, 42.335], [-3.65, 42.315], [-3.71, 42.305], [-3.77, 42.315]),
      ],
    },
    {
      id: 44,
      name: 'Taxi Acueducto',
      cities: ['Segovia', 'Real Sitio de San Ildefonso'],
      lat: 40.948,
      lon: -4.1178,
      protocol: 0,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Segovia', [-4.19, 40.94], [-4.165, 40.972], [-4.11, 40.982], [-4.06, 40.955], [-3.99, 40.915],
          [-3.985, 40.885], [-4.03, 40.875], [-4.1, 40.89], [-4.16, 40.91]),
      ],
    },
    {
      id: 52,
      name: 'Taxi Nivaria',
      cities: ['Santa Cruz de Tenerife', 'San Cristóbal de La Laguna'],
      lat: 28.4671,
      lon: -16.2472,
      protocol: 8,
      timeZone: 'Atlantic/Canary',
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Santa Cruz de Tenerife', [-16.37, 28.49], [-16.34, 28.52], [-16.28, 28.52], [-16.23, 28.515],
          [-16.18, 28.505], [-16.185, 28.49], [-16.232, 28.47], [-16.245, 28.45], [-16.27, 28.42], [-16.33, 28.41],
          [-16.37, 28.45]),
      ],
    },
    {
      id: 91,
      name: 'Taxi Murallas',
      cities: ['Ávila'],
      lat: 40.6565,
      lon: -4.7003,
      protocol: 2,
      share: 8,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Ávila', [-4.76, 40.655], [-4.745, 40.68], [-4.715, 40.697], [-4.675, 40.7],
          [-4.64, 40.685], [-4.63, 40.655], [-4.645, 40.63], [-4.68, 40.62], [-4.72, 40.625],
          [-4.75, 40.637]),
      ],
    },
    {
      id: 92,
      name: 'Taxi Numancia',
      cities: ['Soria'],
      lat: 41.7641,
      lon: -2.4648,
      protocol: 4,
      share: 5,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Soria', [-2.53, 41.765], [-2.52, 41.785], [-2.49, 41.798], [-2.455, 41.8],
          [-2.43, 41.785], [-2.42, 41.765], [-2.43, 41.745], [-2.46, 41.732], [-2.495, 41.735],
          [-2.52, 41.748]),
      ],
    },
    {
      id: 93,
      name: 'Taxi Quijano',
      cities: ['Ciudad Real'],
      lat: 38.9858,
      lon: -3.9285,
      protocol: 5,
      share: 5,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Ciudad Real', [-3.99, 38.985], [-3.98, 39.01], [-3.95, 39.025], [-3.915, 39.028],
          [-3.885, 39.01], [-3.88, 38.985], [-3.89, 38.96], [-3.92, 38.943], [-3.955, 38.945],
          [-3.98, 38.96]),
      ],
    },
  ],
  costa: [
    {
      id: 140,
      name: 'Taxi Bahía de Málaga',
      share: 5,
      cities: ['Málaga', 'Torremolinos'],
      lat: 36.7213,
      lon: -4.4218,
      protocol: 2,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Málaga', [-4.6, 36.6], [-4.62, 36.64], [-4.57, 36.69], [-4.55, 36.74], [-4.47, 36.78],
          [-4.38, 36.79], [-4.3, 36.76], [-4.28, 36.715], [-4.35, 36.713], [-4.41, 36.708], [-4.43, 36.69],
          [-4.465, 36.655], [-4.485, 36.62], [-4.53, 36.595]),
      ],
    },
    {
      id: 61,
      name: 'Taxi Giralda',
      cities: ['Sevilla'],
      lat: 37.3886,
      lon: -5.9953,
      protocol: 4,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Sevilla', [-6.08, 37.39], [-6.06, 37.43], [-6, 37.46], [-5.93, 37.46], [-5.87, 37.44],
          [-5.82, 37.36], [-5.82, 37.32], [-5.9, 37.27], [-5.96, 37.26], [-6.01, 37.31], [-6.06, 37.33],
          [-6.09, 37.36]),
      ],
    },
    {
      id: 62,
      name: 'Taxi Turia',
      cities: ['Valencia'],
      lat: 39.4699,
      lon: -0.3763,
      protocol: 5,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Valencia', [-0.52, 39.49], [-0.5, 39.53], [-0.44, 39.56], [-0.38, 39.57], [-0.31, 39.56],
          [-0.305, 39.5], [-0.315, 39.44], [-0.32, 39.4], [-0.36, 39.36], [-0.42, 39.36], [-0.48, 39.4],
          [-0.51, 39.44]),
      ],
    },
    {
      id: 63,
      name: 'Taxi Benacantil',
      cities: ['Alicante', 'San Vicente del Raspeig'],
      lat: 38.3451,
      lon: -0.4814,
      protocol: 1,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Alicante', [-0.62, 38.29], [-0.6, 38.35], [-0.54, 38.4], [-0.48, 38.43], [-0.42, 38.43],
          [-0.385, 38.39], [-0.4, 38.36], [-0.44, 38.345], [-0.475, 38.332], [-0.505, 38.31], [-0.51, 38.26],
          [-0.58, 38.26]),
      ],
    },
    {
      id: 64,
      name: 'Taxi Darro',
      cities: ['Granada'],
      lat: 37.1771,
      lon: -3.5956,
      protocol: 0,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Granada', [-3.81, 37.19], [-3.78, 37.22], [-3.7, 37.23], [-3.63, 37.24], [-3.57, 37.22],
          [-3.54, 37.18], [-3.55, 37.14], [-3.59, 37.11], [-3.65, 37.11], [-3.71, 37.14], [-3.79, 37.165]),
      ],
    },
    {
      id: 65,
      name: 'Taxi Llevant',
      cities: ['Barcelona', 'L’Hospitalet de Llobregat'],
      lat: 41.387,
      lon: 2.1701,
      protocol: 6,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Barcelona', [2.03, 41.27], [2.01, 41.31], [2.01, 41.37], [2.05, 41.41], [2.1, 41.44],
          [2.17, 41.48], [2.23, 41.485], [2.27, 41.47], [2.25, 41.43], [2.225, 41.395], [2.205, 41.375],
          [2.19, 41.34], [2.15, 41.31], [2.1, 41.275]),
      ],
    },
    {
      id: 66,
      name: 'Taxi Almudaina',
      cities: ['Palma'],
      lat: 39.5711,
      lon: 2.6517,
      protocol: 9,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Palma', [2.53, 39.53], [2.54, 39.57], [2.58, 39.61], [2.62, 39.65], [2.67, 39.65],
          [2.72, 39.63], [2.79, 39.59], [2.79, 39.53], [2.76, 39.49], [2.735, 39.505], [2.72, 39.53], [2.68, 39.555],
          [2.64, 39.558], [2.61, 39.54], [2.56, 39.52]),
      ],
    },
    {
      id: 67,
      name: 'Taxi Canteras',
      cities: ['Las Palmas de Gran Canaria'],
      lat: 28.1235,
      lon: -15.4363,
      protocol: 0,
      timeZone: 'Atlantic/Canary',
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Las Palmas', [-15.49, 28.14], [-15.45, 28.15], [-15.41, 28.17], [-15.395, 28.155],
          [-15.405, 28.12], [-15.4, 28.06], [-15.37, 27.99], [-15.37, 27.92], [-15.41, 27.91], [-15.44, 27.98],
          [-15.47, 28.06]),
      ],
    },
    {
      id: 94,
      name: 'Taxi Caleta',
      cities: ['Cádiz'],
      lat: 36.5294,
      lon: -6.2923,
      protocol: 2,
      share: 18,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Cádiz', [-6.32, 36.53], [-6.31, 36.542], [-6.29, 36.548], [-6.265, 36.54],
          [-6.25, 36.52], [-6.24, 36.49], [-6.23, 36.46], [-6.25, 36.458], [-6.27, 36.48],
          [-6.29, 36.505], [-6.31, 36.522]),
      ],
    },
  ],
  norte: [
    {
      id: 615,
      name: 'Taxi Nervión',
      share: 5,
      cities: ['Bilbao', 'Barakaldo', 'Getxo'],
      lat: 43.2631,
      lon: -2.935,
      protocol: 2,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Bilbao', [-3.08, 43.33], [-3.03, 43.37], [-2.97, 43.37], [-2.9, 43.34], [-2.86, 43.3],
          [-2.84, 43.25], [-2.88, 43.22], [-2.94, 43.22], [-3, 43.23], [-3.04, 43.27], [-3.09, 43.3]),
      ],
    },
    {
      id: 625,
      name: 'Taxi Urumea',
      cities: ['Donostia-San Sebastián', 'Hondarribia', 'Irún'],
      lat: 43.3212,
      lon: -1.9856,
      protocol: 4,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Donostia', [-2.06, 43.3], [-2.04, 43.325], [-2, 43.332], [-1.96, 43.335], [-1.9, 43.34],
          [-1.84, 43.355], [-1.8, 43.375], [-1.77, 43.37], [-1.78, 43.33], [-1.86, 43.29], [-1.92, 43.26],
          [-1.98, 43.26], [-2.03, 43.28]),
      ],
    },
    {
      id: 71,
      name: 'Taxi Sardinero',
      cities: ['Santander'],
      lat: 43.4623,
      lon: -3.81,
      protocol: 1,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Santander', [-3.93, 43.45], [-3.89, 43.48], [-3.83, 43.495], [-3.77, 43.49], [-3.755, 43.47],
          [-3.78, 43.43], [-3.77, 43.4], [-3.82, 43.39], [-3.9, 43.41]),
      ],
    },
    {
      id: 72,
      name: 'Taxi Naranco',
      cities: ['Oviedo', 'Castrillón'],
      lat: 43.3617,
      lon: -5.8484,
      protocol: 0,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Oviedo', [-5.97, 43.37], [-5.93, 43.41], [-5.87, 43.43], [-5.8, 43.42], [-5.73, 43.4],
          [-5.7, 43.36], [-5.76, 43.33], [-5.83, 43.32], [-5.91, 43.33]),
        { description: 'Aeropuerto de Asturias', ring: [[-6.06, 43.56], [-6.055, 43.569], [-6.035, 43.572],
          [-6.015, 43.57], [-6.01, 43.563], [-6.015, 43.556], [-6.035, 43.554], [-6.055, 43.555]] },
      ],
    },
    {
      id: 73,
      name: 'Taxi Hércules',
      cities: ['A Coruña'],
      lat: 43.371,
      lon: -8.3959,
      protocol: 5,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('A Coruña', [-8.47, 43.36], [-8.45, 43.385], [-8.41, 43.395], [-8.375, 43.38], [-8.35, 43.36],
          [-8.3, 43.34], [-8.31, 43.3], [-8.36, 43.28], [-8.42, 43.28], [-8.47, 43.31]),
      ],
    },
    {
      id: 74,
      name: 'Taxi Ría',
      cities: ['Vigo'],
      lat: 42.2377,
      lon: -8.7264,
      protocol: 10,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Vigo', [-8.83, 42.19], [-8.8, 42.22], [-8.745, 42.245], [-8.7, 42.265], [-8.65, 42.29],
          [-8.6, 42.27], [-8.6, 42.22], [-8.64, 42.18], [-8.68, 42.155], [-8.79, 42.15]),
      ],
    },
    {
      id: 75,
      name: 'Taxi Arga',
      cities: ['Pamplona'],
      lat: 42.8169,
      lon: -1.6429,
      protocol: 1,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Pamplona', [-1.72, 42.82], [-1.7, 42.845], [-1.65, 42.86], [-1.6, 42.85], [-1.57, 42.82],
          [-1.58, 42.785], [-1.62, 42.755], [-1.67, 42.75], [-1.71, 42.785]),
      ],
    },
    {
      id: 76,
      name: 'Taxi Zadorra',
      cities: ['Vitoria-Gasteiz'],
      lat: 42.8466,
      lon: -2.6731,
      protocol: 11,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Vitoria-Gasteiz', [-2.77, 42.88], [-2.74, 42.905], [-2.68, 42.895], [-2.62, 42.885],
          [-2.59, 42.855], [-2.62, 42.82], [-2.68, 42.81], [-2.73, 42.825], [-2.76, 42.85]),
      ],
    },
    {
      id: 95,
      name: 'Taxi Carrión',
      cities: ['Palencia'],
      lat: 42.0101,
      lon: -4.5294,
      protocol: 2,
      share: 11,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Palencia', [-4.58, 42.01], [-4.57, 42.03], [-4.545, 42.042], [-4.515, 42.044],
          [-4.493, 42.03], [-4.486, 42.008], [-4.495, 41.985], [-4.52, 41.972], [-4.55, 41.974],
          [-4.573, 41.99]),
      ],
    },
    {
      id: 96,
      name: 'Taxi Viriato',
      cities: ['Zamora'],
      lat: 41.5033,
      lon: -5.7445,
      protocol: 4,
      share: 7,
      // biome-ignore format: a ring reads better in a few lines
      areas: [
        metropolitan('Zamora', [-5.8, 41.505], [-5.79, 41.525], [-5.765, 41.54], [-5.735, 41.543],
          [-5.705, 41.53], [-5.692, 41.508], [-5.7, 41.485], [-5.73, 41.468], [-5.765, 41.47],
          [-5.79, 41.486]),
      ],
    },
  ],
}

/** Each fleet repeated by its share, so that a random pick favours busy fleets. */
export const fleetsByShare = (subdomain: Subdomain) =>
  fleetsByTenant[subdomain].flatMap((fleet) => Array.from({ length: fleet.share ?? 1 }, () => fleet))
