/** The name of this build, inserted by vite.config.ts. */
declare const __BUILD__: string
