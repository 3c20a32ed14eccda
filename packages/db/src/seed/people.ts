import type { Random } from './random.ts'

// biome-ignore format: names are read as a block
const firstNames = [
  'Adela', 'Adrián', 'Agustín', 'Alba', 'Alejandro', 'Alicia', 'Álvaro', 'Amparo', 'Andrés', 'Ángela', 'Antonio',
  'Beatriz', 'Begoña', 'Belén', 'Carlos', 'Carolina', 'Cecilia', 'César', 'Cristina', 'Daniel', 'David', 'Dolores',
  'Eduardo', 'Elisa', 'Emilio', 'Esther', 'Eva', 'Fernando', 'Francisca', 'Gabriel', 'Gonzalo', 'Gustavo', 'Héctor',
  'Ignacio', 'Inés', 'Irene', 'Isabel', 'Iván', 'Jaime', 'Javier', 'Jimena', 'Joaquín', 'Jorge', 'Josefa', 'Juan',
  'Julia', 'Laura', 'Leonor', 'Lorenzo', 'Lucía', 'Luis', 'Manuel', 'Marcos', 'María', 'Marta', 'Mateo', 'Mercedes',
  'Miguel', 'Mónica', 'Natalia', 'Nuria', 'Óscar', 'Pablo', 'Paloma', 'Patricia', 'Pedro', 'Pilar', 'Rafael',
  'Raquel', 'Raúl', 'Ricardo', 'Rocío', 'Rosa', 'Rubén', 'Sandra', 'Santiago', 'Sara', 'Sergio', 'Silvia', 'Sofía',
  'Susana', 'Teresa', 'Tomás', 'Valeria', 'Verónica', 'Vicente', 'Víctor', 'Yolanda',
]
// biome-ignore format: names are read as a block
const lastNames = [
  'Aguilar', 'Alonso', 'Álvarez', 'Arias', 'Benítez', 'Blanco', 'Bravo', 'Calvo', 'Campos', 'Cano', 'Castillo',
  'Castro', 'Cortés', 'Crespo', 'Cruz', 'Delgado', 'Díaz', 'Domínguez', 'Durán', 'Esteban', 'Fernández', 'Flores',
  'Fuentes', 'Gallardo', 'Gallego', 'García', 'Garrido', 'Gil', 'Giménez', 'Gómez', 'González', 'Guerrero',
  'Gutiérrez', 'Hernández', 'Herrera', 'Herrero', 'Ibáñez', 'Iglesias', 'Jiménez', 'León', 'López', 'Lorenzo',
  'Lozano', 'Márquez', 'Martín', 'Martínez', 'Medina', 'Méndez', 'Molina', 'Montero', 'Mora', 'Morales', 'Moreno',
  'Moya', 'Muñoz', 'Navarro', 'Núñez', 'Ortega', 'Ortiz', 'Parra', 'Pascual', 'Peña', 'Prieto', 'Ramírez', 'Ramos',
  'Reyes', 'Rivera', 'Rodríguez', 'Román', 'Romero', 'Rubio', 'Ruiz', 'Sánchez', 'Santana', 'Santos', 'Sanz',
  'Serrano', 'Soler', 'Suárez', 'Torres', 'Vargas', 'Vázquez', 'Vega', 'Vicente', 'Vidal',
]

export const inventName = ({ pick }: Random) => ({
  firstName: pick(firstNames),
  lastName: `${pick(lastNames)} ${pick(lastNames)}`,
})
