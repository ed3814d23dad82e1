import { defineConfig } from "vite";

/** One module, one style sheet, fixed names: the build is committed, so it must be the same bytes each time. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: "src/main.ts",
      output: {
        format: "es",
        entryFileNames: "card-editor.js",
        assetFileNames: "card-editor[extname]",
        codeSplitting: false,
      },
    },
  },
});
