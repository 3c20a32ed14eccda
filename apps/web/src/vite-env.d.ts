/** The name of this build, written in by the build (vite.config.ts). */
declare const __BUILD__: string
