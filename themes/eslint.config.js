// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
    { linterOptions: { reportUnusedDisableDirectives: "error" } },
    {
        files: ["**/*.{ts,tsx}"],
        extends: [tseslint.configs.base, jsxA11y.flatConfigs.strict],
        plugins: { "react-hooks": reactHooks },
        // That of the tests has all files.
        languageOptions: { parserOptions: { project: "tsconfig.test.json" } },
        rules: {
            "@typescript-eslint/no-floating-promises": "error",
            "@typescript-eslint/no-misused-promises": "error",
            "react-hooks/rules-of-hooks": "error",
            "react-hooks/exhaustive-deps": "error",
            // Safari tells nobody of a list without bullets, unless its role is given.
            "jsx-a11y/no-redundant-roles": ["error", { ul: ["list"], ol: ["list"] }],
        },
    },
);
