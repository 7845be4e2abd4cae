module sandbox

go 1.21
