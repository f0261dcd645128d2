// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import {
    lazy,
    Suspense,
    useCallback,
    useEffect,
    useState,
    useSyncExternalStore,
    type ComponentType,
    type LazyExoticComponent,
} from "react";
import { createPortal } from "react-dom";
import { readAccess, type Access } from "./console/access";
import type { AdminApi } from "./console/adminApi";
import type { Frame } from "./console/frame";
import { Realm, RealmContext } from "./console/realm";
import type { PageName, Route } from "./console/route";
import { createLanguage, LanguageContext, loadLanguage, type Language } from "./language/language";
import { en } from "./language/en";
import { Navigation } from "./Navigation";
import { Failure } from "./parts/Failure";
import { Loading } from "./parts/Loading";
import type { ContentProps } from "./pages/content";
import { PageHeader } from "./parts/PageHeader";

/** Loaded when they are first shown. */
const CONTENTS: Readonly<Record<PageName, LazyExoticComponent<ComponentType<ContentProps>>>> = {
    imports: lazy(() => import("./pages/imports/ImportsPage")),
    departments: lazy(() => import("./pages/departments/DepartmentsPage")),
    capabilities: lazy(() => import("./pages/capabilities/CapabilitiesPage")),
    timings: lazy(() => import("./pages/timings/TimingsPage")),
};

interface AppProps {
    readonly frame: Frame;
    readonly api: AdminApi;
    /** Realm that the administrator signed in to. */
    readonly home: string;
}

/** What is known of the administrator in a realm. */
interface Known {
    readonly realm: string;
    readonly access: Access;
    readonly language: Language;
}

/** Our part of the console: entries of its navigation, and the page that the address names. */
export function App({ frame, api, home }: AppProps) {
    const route = useSyncExternalStore(frame.subscribe, () => frame.route);
    const ready = useSyncExternalStore(frame.subscribe, () => frame.ready);
    const [known, setKnown] = useState<Known>();
    const [failure, setFailure] = useState<unknown>();
    const { realm } = route;

    const load = useCallback(async () => {
        setFailure(undefined);
        const access = await readAccess(api, home, realm);
        return { realm, access, language: await loadLanguage(access.locale) };
    }, [api, home, realm]);

    useEffect(() => {
        if (!ready) {
            return undefined;
        }
        let current = true;
        load().then(
            (found) => current && setKnown(found),
            (error: unknown) => current && setFailure(error),
        );
        return () => {
            current = false;
        };
    }, [ready, load]);

    const here = known?.realm === realm ? known : undefined;
    const language = known?.language ?? createLanguage("en", en);
    useEffect(() => frame.page.setAttribute("lang", language.tag), [frame, language]);
    if (!ready) {
        return null;
    }
    return (
        <LanguageContext.Provider value={language}>
            {here && createPortal(<Navigation route={route} pages={here.access.pages} />, frame.navigation)}
            {route.page && (
                <Page key={`${realm} ${route.page}`} api={api} route={route} access={here?.access} failure={failure} />
            )}
        </LanguageContext.Provider>
    );
}

interface PageProps {
    readonly api: AdminApi;
    readonly route: Route;
    readonly access: Access | undefined;
    readonly failure: unknown;
}

function Page({ api, route, access, failure }: PageProps) {
    const [realm] = useState(() => new Realm(api, route.realm));
    const page = route.page;
    const Content = page && CONTENTS[page];
    if (!page) {
        return null;
    }
    if (failure !== undefined) {
        return <Failure error={failure} />;
    }
    if (!access) {
        return <Loading />;
    }
    if (!Content || !access.pages.includes(page)) {
        return <PageHeader page={page} forbiddenIn={route.realm} />;
    }
    return (
        <RealmContext.Provider value={realm}>
            <Suspense fallback={<Loading />}>
                <Content rest={route.rest} access={access} />
            </Suspense>
        </RealmContext.Provider>
    );
}
