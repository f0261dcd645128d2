// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
//
// Stands in for the module of profiles, a signal that a collector of traces does not have. The processor of tail sampling
// refers to it, and not each proxy of Go modules has it.
module github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/xprofile

go 1.24
