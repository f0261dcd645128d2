// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** The console's import map maps `react-dom` to a bundle that also has the functions of `react-dom/client`. */
declare module "react-dom" {
    const createRoot: typeof import("react-dom/client").createRoot;
}
export {};
