// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import {
    lazy,
    Suspense,
    useEffect,
    useRef,
    useState,
    useSyncExternalStore,
    type ComponentType,
    type LazyExoticComponent,
} from "react";
import { createPortal } from "react-dom";
import type { AdminApi } from "./console/adminApi";
import type { Frame } from "./console/frame";
import { Realm, RealmContext } from "./console/realm";
import type { PageName, Route } from "./console/route";
import { useAccess, type Knowing } from "./console/useAccess";
import { createLanguage, LanguageContext } from "./language/language";
import { en } from "./language/en";
import { Navigation } from "./Navigation";
import { Boundary } from "./parts/Boundary";
import { Broken } from "./parts/Broken";
import { Failure } from "./parts/Failure";
import { Loading } from "./parts/Loading";
import { Notices } from "./parts/Notices";
import type { ContentProps } from "./pages/content";
import { PageHeader } from "./parts/PageHeader";

/** The contents of the pages, loaded on first use. */
const CONTENTS: Readonly<Record<PageName, LazyExoticComponent<ComponentType<ContentProps>>>> = {
    imports: lazy(() => import("./pages/imports/ImportsPage")),
    departments: lazy(() => import("./pages/departments/DepartmentsPage")),
    capabilities: lazy(() => import("./pages/capabilities/CapabilitiesPage")),
    timings: lazy(() => import("./pages/timings/TimingsPage")),
};

interface AppProps {
    readonly frame: Frame;
    readonly api: AdminApi;
    /** Realm in which the administrator signed in. */
    readonly home: string;
    /** Realm whose administrators manage all realms. */
    readonly master: string;
}

/** Our part of the console: entries of the navigation, and the page of the current address. */
export function App({ frame, api, home, master }: AppProps) {
    const route = useSyncExternalStore(frame.subscribe, () => frame.route);
    const address = useSyncExternalStore(frame.subscribe, () => frame.address);
    const ready = useSyncExternalStore(frame.subscribe, () => frame.ready);
    const { realm } = route;
    const knowing = useAccess(api, home, realm, address, ready);
    const { known } = knowing;
    const language = known?.language ?? createLanguage("en", en);
    useEffect(() => {
        frame.page.setAttribute("lang", language.tag);
        frame.navigation.setAttribute("lang", language.tag);
    }, [frame, language.tag]);
    useFocusOnMove(frame, route);
    if (!ready) {
        return null;
    }
    return (
        <LanguageContext.Provider value={language}>
            {known &&
                createPortal(
                    <Boundary of={address} fallback={() => null}>
                        <Navigation route={route} pages={known.access.pages} />
                    </Boundary>,
                    frame.navigation,
                )}
            {route.page && (
                <Page key={`${realm} ${route.page}`} api={api} master={master} route={route} knowing={knowing} />
            )}
        </LanguageContext.Provider>
    );
}

/** Moves the focus to the beginning of a page that was opened by keyboard. */
function useFocusOnMove(frame: Frame, route: Route): void {
    const last = useRef(route);
    useEffect(() => {
        if (last.current !== route && route.page) {
            frame.page.focus({ preventScroll: true });
        }
        last.current = route;
    }, [frame, route]);
}

interface PageProps {
    readonly api: AdminApi;
    readonly master: string;
    readonly route: Route;
    readonly knowing: Knowing;
}

function Page({ api, master, route, knowing }: PageProps) {
    const [realm] = useState(() => new Realm(api, route.realm, route.realm === master));
    const { page, rest } = route;
    const Content = page && CONTENTS[page];
    const access = knowing.known?.access;
    if (!page) {
        return null;
    }
    if (!access) {
        return knowing.failure === undefined ? (
            <Loading />
        ) : (
            <Failure error={knowing.failure} onRetry={knowing.retry} />
        );
    }
    if (!Content || !access.pages.includes(page)) {
        return <PageHeader page={page} forbiddenIn={route.realm} />;
    }
    return (
        <RealmContext.Provider value={realm}>
            <Notices>
                <Boundary of={rest.join("/")} fallback={(error) => <Broken error={error} />}>
                    <Suspense fallback={<Loading />}>
                        <Content rest={rest} access={access} />
                    </Suspense>
                </Boundary>
            </Notices>
        </RealmContext.Provider>
    );
}
