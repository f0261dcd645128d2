// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";

const THEME = "theme/keylift/admin";

/**
 * Writes the theme's properties with the names of the bundle's files. These carry a hash of what is in them: browsers keep
 * resources of a theme for a month, and would go on with those of an older JAR.
 */
function themeProperties(): Plugin {
    return {
        name: "theme-properties",
        // Behind Vite's own plugin, which adds the style sheet.
        enforce: "post",
        generateBundle(_options, bundle) {
            const files = Object.values(bundle);
            const script = files.find((file) => file.type === "chunk" && file.isEntry);
            const style = files.find((file) => file.type === "asset" && file.fileName.endsWith(".css"));
            if (!script || !style) {
                this.error("The bundle lacks its script or its style sheet");
            }
            const foreign = Object.values(bundle)
                .flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
                .filter((module) => module.includes("node_modules"));
            if (foreign.length > 0) {
                this.error(`The SBOM says that the bundle has no code of others, but it has ${foreign.join(", ")}`);
            }
            const inTheme = (name: string) => name.replace(`${THEME}/resources/`, "");
            const template = readFileSync("src/main/theme/theme.properties", "utf8");
            this.emitFile({
                type: "asset",
                fileName: `${THEME}/theme.properties`,
                source: `${template}scripts=${inTheme(script.fileName)}\nstyles=${inTheme(style.fileName)}\n`,
            });
            this.emitFile({
                type: "asset",
                fileName: "META-INF/keycloak-themes.json",
                source: readFileSync("src/main/theme/keycloak-themes.json", "utf8"),
            });
        },
    };
}

export default defineConfig({
    plugins: [themeProperties()],
    // All addresses in the bundle are relative to it: where Keycloak serves a theme, the server alone knows.
    base: "./",
    build: {
        outDir: "target/classes",
        emptyOutDir: false,
        // The console itself is built for it.
        target: "es2022",
        modulePreload: false,
        cssCodeSplit: false,
        rollupOptions: {
            input: "src/main/web/main.tsx",
            // The console's import map has these: one React for its pages and ours.
            external: ["react", "react/jsx-runtime", "react-dom"],
            preserveEntrySignatures: false,
            output: {
                entryFileNames: `${THEME}/resources/assets/keylift-[hash].js`,
                chunkFileNames: `${THEME}/resources/assets/keylift-[name]-[hash].js`,
                assetFileNames: `${THEME}/resources/assets/keylift-[hash][extname]`,
            },
        },
    },
    test: {
        environment: "jsdom",
        include: ["src/test/web/**/*.test.{ts,tsx}"],
    },
});
