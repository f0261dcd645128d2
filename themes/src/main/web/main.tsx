// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { createRoot } from "react-dom";
import { App } from "./App";
import { AdminApi } from "./console/adminApi";
import { readEnvironment } from "./console/environment";
import { Frame } from "./console/frame";
import { SignIn } from "./console/signIn";
import "./keylift.css";

const environment = readEnvironment(document);
const frame = new Frame(document, environment.realm);
const api = new AdminApi(new SignIn(environment), environment.adminBaseUrl);
createRoot(frame.page).render(<App frame={frame} api={api} home={environment.realm} />);
frame.start();
