// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

// Not by its name: if a later console's `react-dom` lacks it, that is to be said.
import * as dom from "react-dom";
import { App } from "./App";
import { AdminApi } from "./console/adminApi";
import { readEnvironment } from "./console/environment";
import { Frame, SUPPORTED } from "./console/frame";
import { SignIn } from "./console/signIn";
import "./keylift.css";

if ("createRoot" in dom) {
    const environment = readEnvironment(document);
    const frame = new Frame(document, environment.realm);
    const api = new AdminApi(new SignIn(environment), environment.adminBaseUrl);
    dom.createRoot(frame.page).render(
        <App frame={frame} api={api} home={environment.realm} master={environment.masterRealm} />,
    );
    frame.start();
} else {
    console.warn(`Keylift: this console's react-dom has no createRoot; Keylift's pages support Keycloak ${SUPPORTED}`);
}
